# Spanish
stop: el la los las y de que en para con mi por una un quiero del se es al me no lo su te le les mis tu como esta este son ya hay muy favor puedes necesito porque ese esa pero sí soy hola gracias hacer
stop: nos nuestro nuestra tengo tiene he ha han hace sin sobre entre cuando donde cuál otro otra eso esto aquí ahora bien somos estoy están ser sería puedo podría
num: cero=0 uno=1 una=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 trece=13 catorce=14 quince=15 dieciséis=16 diecisiete=17 dieciocho=18 diecinueve=19 veinte=20 veintiuno=21 veintidós=22 veintitrés=23 veinticuatro=24 veinticinco=25 veintiséis=26 veintisiete=27 veintiocho=28 veintinueve=29 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 cien=100 ciento=100 doscientos=200 doscientas=200 trescientos=300 trescientas=300 cuatrocientos=400 quinientos=500 quinientas=500 seiscientos=600 setecientos=700 ochocientos=800 novecientos=900 mil=1000 millón=1000000 millones=1000000 docena=12 docenas=12 par_de=2
num: veintiún=21 veintiuna=21 veinte_mil=20000 cuatrocientas=400 seiscientas=600 setecientas=700 ochocientas=800 novecientas=900 un_par=2 un_par_de=2 pareja_de=2 media_docena=6 decena=10 decenas=10 centenar=100 centenares=100 millar=1000 millares=1000 mil_millones=1000000000 quincena=15 veintena=20 treintena=30 ambos=2 ambas=2 doble=2 triple=3 luca=1000 lucas=1000
one: un una
ord: primero=1 primera=1 primer=1 segundo=2 segunda=2 tercero=3 tercera=3 tercer=3 cuarto=4 cuarta=4 quinto=5 quinta=5
ord: cuartos=4 sexto=6 sexta=6 séptimo=7 séptima=7 octavo=8 octava=8 noveno=9 novena=9 décimo=10 décima=10 undécimo=11 duodécimo=12 decimotercero=13 vigésimo=20
half: media medio
half: un_cuarto=0.25 cuarto=0.25 tres_cuartos=0.75 un_tercio=0.333333 dos_tercios=0.666667
plus: y_media=0.5 y_medio=0.5 y_cuarto=0.25 y_pico=0
plus: y_tres_cuartos=0.75 menos_cuarto=-0.25 menos_cinco=-0.0834 menos_diez=-0.1667 menos_veinte=-0.3334 menos_veinticinco=-0.4167
unit: segundo=s segundos=s minuto=min minutos=min hora=h horas=h día=d días=d noche=d noches=d semana=wk semanas=wk quincena=fortnight mes=mo meses=mo año=y años=y centímetro=cm centímetros=cm metro=m metros=m kilómetro=km kilómetros=km km=km milla=mi millas=mi pie=ft pies=ft pulgada=in pulgadas=in gramo=g gramos=g kilo=kg kilos=kg kg=kg kilogramo=kg kilogramos=kg libra=lb libras=lb tonelada=t toneladas=t litro=l litros=l grados=deg grado=deg por_ciento=pct euro=EUR euros=EUR dólar=USD dólares=USD peso=MXN pesos=MXN céntimo=cent céntimos=cent centavos=cent
unit: seg=s min=min mins=min h=h hrs=h jornada=d jornadas=d mm=mm milímetro=mm milímetros=mm cm=cm m=m mts=m kms=km quilos=kg mg=mg miligramo=mg miligramos=mg g=g gr=g grs=g kgs=kg onza=oz onzas=oz quintal=kg mililitro=ml mililitros=ml ml=ml centilitro=cl centilitros=cl l=l lt=l lts=l galón=gal galones=gal celsius=C porciento=pct eur=EUR pavos=EUR mxn=MXN pesos_mexicanos=MXN dólares_americanos=USD usd=USD libras_esterlinas=GBP reales=BRL yenes=JPY rublos=RUB francos=CHF hectárea=ha hectáreas=ha metros_cuadrados=m2 metro_cuadrado=m2 km_h=kmh kilómetros_por_hora=kmh vatio=W vatios=W kw=kW kilovatios=kW kwh=kWh giga=GB gigas=GB gigabytes=GB gb=GB mb=MB tera=TB teras=TB calorías=kcal cucharada=tbsp cucharadas=tbsp cucharadita=tsp cucharaditas=tsp taza=cup tazas=cup yarda=yd yardas=yd
unit: dólares_canadienses=CAD dólares_australianos=AUD dólares_estadounidenses=USD pesos_argentinos=ARS pesos_chilenos=CLP pesos_colombianos=COP francos_suizos=CHF
month: enero=1 febrero=2 marzo=3 abril=4 mayo=5 junio=6 julio=7 agosto=8 septiembre=9 setiembre=9 octubre=10 noviembre=11 diciembre=12
month: ene=1 feb=2 abr=4 jun=6 jul=7 sept=9 sep=9 oct=10 nov=11 dic=12
day: lunes=1 martes=2 miércoles=3 jueves=4 viernes=5 sábado*=6 domingo*=7
day: mié=3 jue=4 vie=5 sáb=6
rel: hoy=0 esta_noche=0 esta_tarde=0 esta_mañana=0 mañana=1 pasado_mañana=2 ayer=-1 anteayer=-2 anoche=-1
rel: hoy_mismo=0 hoy_día=0 mañana_por_la_mañana=1 mañana_por_la_tarde=1 mañana_por_la_noche=1 antier=-2 antes_de_ayer=-2 antenoche=-2 ayer_por_la_tarde=-1 ayer_por_la_noche=-1 pasado_pasado_mañana=3
span: día=d días=d semana=w semanas=w fin_de_semana=e finde=e mes=m meses=m año=y años=y
span: fines_de_semana=e findes=e quincena=f jornada=d
next: próximo próxima que_viene siguiente entrante
next: próximos próximas venidero siguientes
last: pasado pasada último última
last: pasados pasadas últimos últimas anterior
this: este esta
this: estos estas
ago: antes atrás
in: en dentro_de
later: después
am: de_la_mañana por_la_mañana am madrugada
am: de_la_madrugada por_las_mañanas a.m en_la_mañana
pm: de_la_tarde por_la_tarde de_la_noche por_la_noche tarde noche pm cena
pm: p.m en_la_tarde en_la_noche por_las_tardes por_las_noches del_mediodía tardecita
clock: mediodía=12:00 medianoche=00:00
hour: horas hs
hour: h hrs en_punto
at: a_las a_la sobre_las hacia_las las la hasta_las desde_las
at: a_eso_de_las a_eso_de_la hacia_la sobre_la desde_la hasta_la antes_de_las después_de_las a_partir_de_las para_las entre_las tipo_las
not: no sin nunca jamás excepto menos salvo en_vez_de en_lugar_de tampoco ni nada_de evita evitar ningún ninguno ninguna omite
not: ningunas excluyendo a_excepción_de exceptuando fuera_de aparte_de prescindir_de nadie en_lugar_del en_vez_del ni_siquiera tampoco_la
pass: no_más_de no_menos_de no_solo no_importa no_hay_problema no_olvides no_antes_de no_después_de nada_más no_te_preocupes a_no_ser sin_duda
pass: no_más_tarde no_hay_de_qué no_pasa_nada no_hay_prisa sin_prisa sin_problema sin_falta no_está_mal no_te_olvides no_se_olvide no_se_preocupe no_solamente no_es_problema no_mucho nada_menos no_es_así verdad_que_no
pass: menos_cuarto menos_diez menos_cinco menos_veinte menos_veinticinco
but: pero sino porque aunque
but: ya_que sin_embargo en_cambio puesto_que
only: solo solamente únicamente
only: nomás nada_más exclusivamente tan_solo
sorry: perdón mejor digo quise_decir en_realidad corrijo espera cámbialo ay_no disculpa más_bien perdona mejor_dicho bueno_no ah_no me_equivoqué cambio_de_planes cambio_de_plan me_he_equivocado o_mejor rectifico me_corrijo mejor_que_sean no_perdón me_confundí corrección error_mío quise_poner olvida_eso más_bien_dicho he_cambiado_de_idea cambié_de_idea mejor_ponlo mejor_pon digo_no
sorry: quiero_decir me_refiero_a quería_decir ay_perdón uy_no uy_perdón espera_no espere no_espera aguarda momento un_momento un_segundo perdóname perdone disculpe me_he_confundido me_he_liado me_he_expresado_mal lo_siento en_lugar_de_eso en_vez_de_eso mejor_que_sea mejor_hazlo que_sea que_sean cámbiala cámbialas cámbialos pensándolo_bien bien_pensado pensándolo_mejor ahora_que_lo_pienso o_sea_no miento error_de_dedo lapsus leí_mal dije_mal es_decir_no al_final retiro_lo_dicho olvídalo déjalo_en
drop: quita quitar quito elimina eliminar borra borrar cancela cancelar olvida
drop: sácale saca sacar anula anular suprime suprimir descarta descartar deja_de olvídate_de olvida_lo cancele
yes: sí claro vale correcto perfecto de_acuerdo exacto adelante hecho dale ok okay bueno así_es confirmado confirmo por_supuesto venga por_qué_no cómo_no con_gusto me_parece_bien estaría_bien desde_luego por_favor
no: no nunca todavía_no mejor_no para_nada en_absoluto no_gracias qué_va
no: nop nones ni_hablar ni_loco de_ninguna_manera de_ningún_modo gracias_no mejor_otro_día otro_día tal_vez_luego por_ahora_no ahora_no hoy_no esta_vez_no no_hace_falta no_es_necesario claro_que_no no_creo negativo
or: o u
or: o_bien ya_sea
and: y e además más
and: así_como junto_con
from: ida salida sale desde de saliendo_de entre partiendo_de salgo_de salimos_de origen proveniente_de
from: salida_desde salida_de a_contar_de arrancando procedente_de vengo_de desde_el desde_la empieza comienza empezando comenzando recogida_en
to: vuelta regreso llegada a=for hasta hacia para=for al=for y rumbo_a destino llegando_a con_destino_a
to: rumbo con_rumbo_a camino_a camino_de hasta_el hasta_la hacia_el dirección termina terminando con_llegada_a
min: al_menos mínimo como_mínimo por_lo_menos más_de mínimo_de desde no_menos_de mayor_de mayor_a mayor_que superior_a por_encima_de supere superar pase_de pasar_de pasa_de exceda excede exceder a_partir_de no_menor_de más_allá_de por_lo_menos_de
min: a_lo_menos no_menos_que superiores_a superior mayores_de arriba_de por_arriba_de tirando_por_lo_bajo no_antes_de cuando_menos siquiera
max: como_máximo máximo menos_de hasta no_más_de a_lo_sumo máximo_de antes_de menor_de menor_a menor_que inferior_a por_debajo_de tope_de límite_de a_más_tardar como_mucho como_máximo_de
max: a_lo_más no_más_que menos_que inferiores_a menores_de abajo_de por_abajo_de no_después_de limitado_a máxima_de que_no_pase_de que_no_supere que_no_exceda no_supere no_exceda sin_pasar_de sin_superar cuando_más
minpost: como_mínimo o_más mínimo en_adelante al_menos para_arriba por_lo_menos
minpost: o_superior y_más o_mayor cuando_menos y_mayores hacia_arriba
maxpost: como_máximo máximo o_menos como_mucho a_lo_sumo para_abajo tope
maxpost: o_inferior y_menos o_menor a_lo_más a_más_tardar y_menores máx
all: todo todos todas toda cada ambos ambas el_resto lo_demás los_demás todo_lo_demás
all: los_dos las_dos todo_el_mundo enteros completo la_totalidad los_restantes las_demás
any: cualquiera cualquier da_igual me_da_igual lo_que_sea
any: el_que_sea la_que_sea me_es_igual me_es_indiferente como_quieras como_sea sin_preferencia tanto_da
least: más_barato=price más_barata=price más_económico=price más_temprano=time más_cerca=distance más_cercano=distance más_corto=duration más_rápido=duration más_pequeño=size
least: más_baratos=price más_baratas=price más_económica=price más_cercana=distance más_corta=duration más_rápida=duration más_pequeña=size más_temprana=time menos_caro=price
most: más_caro=price más_tarde=time más_grande=size mejor_valorado=rating
most: más_cara=price más_lejano=distance mejor_valorada=rating mejor_calificado=rating más_reciente=time más_largo=duration más_larga=duration
dot: punto=. arroba=@ barra=/ guion=- guion_bajo=_
dot: menos=-
leave: excluir sin quitar evitar omitir
people: personas persona invitados pasajeros comensales adultos
people: gente asistentes participantes cubiertos comensal pasajero huéspedes alumnos niños
mean: rojo=red roja=red azul=blue verde=green negro=black negra=black blanco=white blanca=white amarillo=yellow gris=grey correo=email llamada=call mensaje=sms grande=large pequeño=small mediano=medium ventana=window ventanilla=window pasillo=aisle ida_y_vuelta=round solo_ida=one diario=daily semanal=weekly mensual=monthly urgente=urgent alta=high baja=low tren=train autobús=bus coche=car carro=car avión=plane desayuno=breakfast cama=bed doble=double sencilla=single individual=single terraza=terrace fuera=outdoor afuera=outdoor dentro=indoor cocina=kitchen salón=living dormitorio=bedroom baño=bathroom tarjeta=card efectivo=cash transferencia=transfer recoger=pickup entrega=delivery domicilio=delivery frío=cold caliente=hot picante=spicy tarde=afternoon mañana=morning noche=evening niño=child niños=children adultos=adults mascota=pet perro=pet factura=invoice recibo=receipt seguro=insurance regalo=gift roto=broken dañado=damaged caro=cost
mean: rojos=red rojas=red azules=blue verdes=green negros=black negras=black blancos=white blancas=white amarilla=yellow amarillos=yellow grises=grey marrón=brown rosa=pink naranja=orange morado=purple morada=purple plateado=silver correo_electrónico=email llamar=call teléfono=call grandes=large pequeña=small pequeños=small mediana=medium ventanas=window pasillos=aisle redondo=round todos_los_días=daily cada_día=daily diaria=daily diariamente=daily cada_semana=weekly semanalmente=weekly todas_las_semanas=weekly cada_mes=monthly mensualmente=monthly anual=yearly cada_año=yearly urgencia=urgent alto=high bajo=low normales=normal colectivo=bus guagua=bus auto=car automóvil=car vuelo=plane bici=bike bicicleta=bike a_pie=foot desayunos=breakfast desayunar=breakfast almuerzo=lunch cena=dinner vegetariano=vegetarian vegetariana=vegetarian vegano=vegan vegana=vegan lactosa=lactose camas=bed dobles=double matrimonio=double dos_camas=twin
mean: terrazas=terrace aire_libre=outdoor exterior=outdoor interior=indoor adentro=indoor cocinas=kitchen sala_de_estar=living sala=living habitación=bedroom recámara=bedroom cuarto=bedroom baños=bathroom tarjetas=card tarjeta_de_crédito=card metálico=cash en_efectivo=cash transferir=transfer facturas=invoice facturación=invoice comprobante=receipt ticket=receipt recogida=pickup recogerlo=pickup recojo=pickup pasar_a_buscar=pickup entregar=delivery envío=delivery a_domicilio=delivery fría=cold fríos=cold templado=warm picantes=spicy por_la_mañana=morning de_mañana=morning por_la_tarde=afternoon por_la_noche=evening noche=night niña=child nena=child niñas=children bebé=infant adulto=adults jubilado=senior tercera_edad=senior estudiante=student perros=pet gato=pet mascotas=pet asegurar=insurance regalos=gift rota=broken averiado=broken descompuesto=broken dañada=damaged nuevecito=new usado=used segunda_mano=used usada=used abierto=open abierta=open
mean: cerrado=closed cerrada=closed pagado=paid pagada=paid impagado=unpaid impagada=unpaid pendiente=pending pendientes=pending confirmada=confirmed cancelado=cancelled cancelada=cancelled anulado=cancelled turista=economy económica=economy ejecutiva=business clase_ejecutiva=business primera_clase=first estándar=standard básico=basic básica=basic exprés=express urgente=express frágil=fragile automático=automatic automática=automatic eléctrico=electric eléctrica=electric gasóleo=diesel gasolina=petrol izquierda=left izquierdo=left derecha=right vista_al_mar=sea mar=sea jardín=garden aparcamiento=parking estacionamiento=parking aparcar=parking ascensor=elevator ascensor=lift fumadores=smoking fumar=smoking llave=key llaves=key recordatorio=reminder recuérdame=reminder notificación=notification avisar=notification aviso=notification envoltorio=wrap envolver=wrap envoltorio=wrapping envolver=wrapping descuento=discount rebaja=discount fianza=deposit
mean: depósito=deposit reembolso=refund devolución=refund cambio=exchange reparación=repair reparar=repair arreglar=repair principiante=beginner intermedio=intermediate avanzado=advanced masculino=male varón=male femenino=female casado=married casada=married robo=theft robado=theft robada=theft robaron=theft perdido=lost perdida=lost extraviado=lost incendio=fire fuego=fire agua=water vacaciones=holiday vacaciones=vacation enfermo=sick enferma=sick en_casa=home a_casa=home oficina=office en_línea=online por_internet=online presencial=onsite por_correo_postal=post mensajero=courier mensajería=courier privado=private privada=private particular=private público=public pública=public empresa=company azúcar=sugar leche=milk avena=oat pollo=chicken res=beef ternera=beef vacuno=beef cerdo=pork pescado=fish marisco=seafood mariscos=seafood verduras=vegetable verdura=vegetable pan=bread queso=cheese té=tea vino=wine cerveza=beer toalla=towel toallas=towel casco=helmet
mean: tienda=tent carpa=tent silla=chair sillas=chair mesa=table mesas=table balcón=balcony calefacción=heating luz=light luces=light alarma=alarm despertador=alarm acompañante=companion intérprete=interpreter silla_de_ruedas=wheelchair alergia=allergies alérgico=allergies alérgica=allergies foto=photo fotos=photo cita=appointment turno=appointment yo_mismo=self yo_misma=self pareja=partner padres=parent hervido=boiled frito=fried frita=fried a_la_parrilla=grilled asado=grilled fino=thin fina=thin grueso=thick gruesa=thick blando=soft blanda=soft duro=hard dura=hard seco=dry seca=dry madera=wood metálico=metal plástico=plastic vidrio=glass cristal=glass cuero=leather piel=leather algodón=cotton lana=wool siempre=always nunca=never jamás=never una_vez=once alemán=german alemana=german inglés=english inglesa=english francés=french francesa=french español=spanish española=spanish castellano=spanish italiano=italian árabe=arabic japonés=japanese oscuro=dark oscura=dark
holiday: nochevieja=12-31 año_nuevo=01-01 nochebuena=12-24 navidad=12-25 san_valentín=02-14
holiday: noche_vieja=12-31 noche_buena=12-24 día_de_navidad=12-25 día_de_reyes=01-06 reyes=01-06 día_de_muertos=11-02 todos_los_santos=11-01 día_del_trabajo=05-01 día_de_los_enamorados=02-14
days: entre_semana=12345 días_laborables=12345 todos_los_días=1234567 cada_día=1234567
days: de_lunes_a_viernes=12345 lunes_a_viernes=12345 días_hábiles=12345 días_de_semana=12345 diariamente=1234567 todas_las_mañanas=1234567 todas_las_noches=1234567 fines_de_semana=67 los_fines_de_semana=67
then: entonces entendido así_que pues anotado
lapse: media_hora=30 cuarto_de_hora=15
lapse: tres_cuartos_de_hora=45 un_cuarto_de_hora=15
notpost: innecesario innecesaria es_demasiado está_enfermo no_quiero no_queremos no_necesito no_necesitamos no_hace_falta no_me_hace_falta no_nos_hace_falta no_lo_quiero no_la_quiero no_lo_necesito no_la_necesito no_me_interesa no_puedo no_como no_es_necesario no_es_necesaria
notpost: ya_no no_va no_vienen no_viene no_hacen_falta no_son_necesarios no_son_necesarias está_cancelado está_cancelada se_canceló no_la_queremos no_lo_queremos no_las_quiero no_los_quiero no_las_necesito no_los_necesito no_nos_interesa no_funciona no_sirve no_tomo no_toca no_me_gusta sobra sobran
calc: dividir repartir cada total suma menos más mitad extra resto doble otros otras
calc: divide reparte juntos sumar restando quedan
off: apaga apagar apagado desactiva desactivar desactivado cierra cerrado silencia
off: desactive desactivada desconecta desconectar apague cerrar cierre cerrada silenciar silenciado silencie cancelar_suscripción
mine: yo me mí mío nosotros nuestra nuestro esta_vez
mine: conmigo nosotras nuestros nuestras este_año
theirs: hermana hermano madre padre marido esposa esposo hijo hija amigo amiga compañero compañera vecino vecina jefe primo la_última_vez el_año_pasado antiguo antigua
theirs: abuela abuelo tío tía prima sobrino sobrina cuñado cuñada suegro suegra novio novia compañeros mamá papá la_vez_pasada la_vez_anterior el_mes_pasado la_semana_pasada antes_de_esto vecinos jefa
swap: cambia=por cambiar=por cambie=por cámbiame=por sustituye=por/con sustituir=por/con sustituya=por/con reemplaza=por/con reemplazar=por/con reemplace=por/con convierte=a/en convertir=a/en intercambia=por/con
swap: reemplázalo=por cámbialo=por permuta=por canjea=por canjear=por pasa=a pásalo=a mueve=a muévelo=a mover=a convierta=a/en
flip: al_revés intercámbialos intercámbialas
flip: viceversa a_la_inversa están_al_revés dale_la_vuelta
