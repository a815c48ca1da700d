# Spanish
stop: el la los las y de que en para con mi por una un quiero del se es al me no lo su te le les mis tu como esta este son ya hay muy favor puedes necesito porque ese esa pero sí soy hola gracias hacer
num: cero=0 uno=1 una=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 trece=13 catorce=14 quince=15 dieciséis=16 diecisiete=17 dieciocho=18 diecinueve=19 veinte=20 veintiuno=21 veintidós=22 veintitrés=23 veinticuatro=24 veinticinco=25 veintiséis=26 veintisiete=27 veintiocho=28 veintinueve=29 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 cien=100 ciento=100 doscientos=200 doscientas=200 trescientos=300 trescientas=300 cuatrocientos=400 quinientos=500 quinientas=500 seiscientos=600 setecientos=700 ochocientos=800 novecientos=900 mil=1000 millón=1000000 millones=1000000 docena=12 docenas=12 par_de=2
one: un una
ord: primero=1 primera=1 primer=1 segundo=2 segunda=2 tercero=3 tercera=3 tercer=3 cuarto=4 cuarta=4 quinto=5 quinta=5
half: media medio
plus: y_media=0.5 y_medio=0.5 y_cuarto=0.25 y_pico=0
unit: segundo=s segundos=s minuto=min minutos=min hora=h horas=h día=d días=d noche=d noches=d semana=wk semanas=wk quincena=fortnight mes=mo meses=mo año=y años=y centímetro=cm centímetros=cm metro=m metros=m kilómetro=km kilómetros=km km=km milla=mi millas=mi pie=ft pies=ft pulgada=in pulgadas=in gramo=g gramos=g kilo=kg kilos=kg kg=kg kilogramo=kg kilogramos=kg libra=lb libras=lb tonelada=t toneladas=t litro=l litros=l grados=deg grado=deg por_ciento=pct euro=EUR euros=EUR dólar=USD dólares=USD peso=MXN pesos=MXN céntimo=cent céntimos=cent centavos=cent
month: enero=1 febrero=2 marzo=3 abril=4 mayo=5 junio=6 julio=7 agosto=8 septiembre=9 setiembre=9 octubre=10 noviembre=11 diciembre=12
day: lunes=1 martes=2 miércoles=3 jueves=4 viernes=5 sábado*=6 domingo*=7
rel: hoy=0 esta_noche=0 esta_tarde=0 esta_mañana=0 mañana=1 pasado_mañana=2 ayer=-1 anteayer=-2 anoche=-1
span: día=d días=d semana=w semanas=w fin_de_semana=e finde=e mes=m meses=m año=y años=y
next: próximo próxima que_viene siguiente entrante
last: pasado pasada último última
this: este esta
ago: antes atrás
in: en dentro_de
later: después
am: de_la_mañana por_la_mañana am madrugada
pm: de_la_tarde por_la_tarde de_la_noche por_la_noche tarde noche pm cena
clock: mediodía=12:00 medianoche=00:00
hour: horas hs
at: a_las a_la sobre_las hacia_las las la hasta_las desde_las
not: no sin nunca jamás excepto menos salvo en_vez_de en_lugar_de tampoco ni nada_de evita evitar ningún ninguno ninguna omite
pass: no_más_de no_menos_de no_solo no_importa no_hay_problema no_olvides no_antes_de no_después_de nada_más no_te_preocupes a_no_ser sin_duda
but: pero sino porque aunque
only: solo solamente únicamente
sorry: perdón mejor digo quise_decir en_realidad corrijo espera cámbialo ay_no disculpa más_bien perdona mejor_dicho bueno_no ah_no me_equivoqué cambio_de_planes cambio_de_plan me_he_equivocado o_mejor rectifico me_corrijo mejor_que_sean no_perdón me_confundí corrección error_mío quise_poner olvida_eso más_bien_dicho he_cambiado_de_idea cambié_de_idea mejor_ponlo mejor_pon digo_no
drop: quita quitar quito elimina eliminar borra borrar cancela cancelar olvida
yes: sí claro vale correcto perfecto de_acuerdo exacto adelante hecho dale ok okay bueno así_es confirmado confirmo por_supuesto venga por_qué_no cómo_no con_gusto me_parece_bien estaría_bien desde_luego por_favor
no: no nunca todavía_no mejor_no para_nada en_absoluto no_gracias qué_va
or: o u
and: y e además más
from: ida salida sale desde de saliendo_de entre partiendo_de salgo_de salimos_de origen proveniente_de
to: vuelta regreso llegada a=for hasta hacia para=for al=for y rumbo_a destino llegando_a con_destino_a
min: al_menos mínimo como_mínimo por_lo_menos más_de mínimo_de desde no_menos_de mayor_de mayor_a mayor_que superior_a por_encima_de supere superar pase_de pasar_de pasa_de exceda excede exceder a_partir_de no_menor_de más_allá_de por_lo_menos_de
max: como_máximo máximo menos_de hasta no_más_de a_lo_sumo máximo_de antes_de menor_de menor_a menor_que inferior_a por_debajo_de tope_de límite_de a_más_tardar como_mucho como_máximo_de
minpost: como_mínimo o_más mínimo en_adelante al_menos para_arriba por_lo_menos
maxpost: como_máximo máximo o_menos como_mucho a_lo_sumo para_abajo tope
all: todo todos todas toda cada ambos ambas el_resto lo_demás los_demás todo_lo_demás
any: cualquiera cualquier da_igual me_da_igual lo_que_sea
least: más_barato=price más_barata=price más_económico=price más_temprano=time más_cerca=distance más_cercano=distance más_corto=duration más_rápido=duration más_pequeño=size
most: más_caro=price más_tarde=time más_grande=size mejor_valorado=rating
dot: punto=. arroba=@ barra=/ guion=- guion_bajo=_
leave: excluir sin quitar evitar omitir
people: personas persona invitados pasajeros comensales adultos
mean: rojo=red roja=red azul=blue verde=green negro=black negra=black blanco=white blanca=white amarillo=yellow gris=grey correo=email llamada=call mensaje=sms grande=large pequeño=small mediano=medium ventana=window ventanilla=window pasillo=aisle ida_y_vuelta=round solo_ida=one diario=daily semanal=weekly mensual=monthly urgente=urgent alta=high baja=low tren=train autobús=bus coche=car carro=car avión=plane desayuno=breakfast cama=bed doble=double sencilla=single individual=single terraza=terrace fuera=outdoor afuera=outdoor dentro=indoor cocina=kitchen salón=living dormitorio=bedroom baño=bathroom tarjeta=card efectivo=cash transferencia=transfer recoger=pickup entrega=delivery domicilio=delivery frío=cold caliente=hot picante=spicy tarde=afternoon mañana=morning noche=evening niño=child niños=children adultos=adults mascota=pet perro=pet factura=invoice recibo=receipt seguro=insurance regalo=gift roto=broken dañado=damaged caro=cost
holiday: nochevieja=12-31 año_nuevo=01-01 nochebuena=12-24 navidad=12-25 san_valentín=02-14
days: entre_semana=12345 días_laborables=12345 todos_los_días=1234567 cada_día=1234567
then: entonces entendido así_que pues anotado
lapse: media_hora=30 cuarto_de_hora=15
notpost: innecesario innecesaria es_demasiado está_enfermo no_quiero no_queremos no_necesito no_necesitamos no_hace_falta no_me_hace_falta no_nos_hace_falta no_lo_quiero no_la_quiero no_lo_necesito no_la_necesito no_me_interesa no_puedo no_como no_es_necesario no_es_necesaria
calc: dividir repartir cada total suma menos más mitad extra resto doble otros otras
off: apaga apagar apagado desactiva desactivar desactivado cierra cerrado silencia
mine: yo me mí mío nosotros nuestra nuestro esta_vez
theirs: hermana hermano madre padre marido esposa esposo hijo hija amigo amiga compañero compañera vecino vecina jefe primo la_última_vez el_año_pasado antiguo antigua
swap: cambia=por cambiar=por cambie=por cámbiame=por sustituye=por/con sustituir=por/con sustituya=por/con reemplaza=por/con reemplazar=por/con reemplace=por/con convierte=a/en convertir=a/en intercambia=por/con
flip: al_revés intercámbialos intercámbialas
