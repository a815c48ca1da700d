# Portuguese
stop: o a os as e de que para um uma com por não na do da no eu meu minha em ao quero dos das pra você está isso me mas foi são tem bom dia obrigado favor pode preciso seu sua já como nos
stop: sou somos estou estão tenho temos ser seria fazer feito mais muito quando onde qual se ele ela eles nosso nossa nossos nas aos pela pelo pelos num numa dum esse essa isto aqui agora depois também sem só
num: zero=0 um=1 uma=1 dois=2 duas=2 três=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 treze=13 catorze=14 quatorze=14 quinze=15 dezesseis=16 dezasseis=16 dezessete=17 dezassete=17 dezoito=18 dezenove=19 dezanove=19 vinte=20 trinta=30 quarenta=40 cinquenta=50 sessenta=60 setenta=70 oitenta=80 noventa=90 cem=100 cento=100 duzentos=200 duzentas=200 trezentos=300 trezentas=300 quatrocentos=400 quinhentos=500 seiscentos=600 setecentos=700 oitocentos=800 novecentos=900 mil=1000 milhão=1000000 milhões=1000000 dúzia=12 dúzias=12 meia_dúzia=6 par_de=2
num: vinte_e_um=21 vinte_e_uma=21 quatrocentas=400 quinhentas=500 seiscentas=600 setecentas=700 oitocentas=800 novecentas=900 bilhão=1000000000 bilhões=1000000000 mil_milhões=1000000000 um_par=2 um_par_de=2 dezena=10 dezenas=10 centena=100 centenas=100 milhar=1000 milhares=1000 quinzena=15 ambos=2 ambas=2 dobro=2 triplo=3 meia=6 conto=1000 contos=1000
one: um uma
ord: primeiro=1 primeira=1 segundo=2 segunda=2 terceiro=3 terceira=3 quarto=4 quinto=5
ord: quarta=4 quinta=5 sexto=6 sexta=6 sétimo=7 sétima=7 oitavo=8 oitava=8 nono=9 nona=9 décimo=10 décima=10 vigésimo=20
ord: primeiros=1 primeiras=1 terceiros=3 décimo_primeiro=11 décima_primeira=11 décimo_segundo=12 décimo_terceiro=13 décimo_quarto=14 décimo_quinto=15 vigésima=20 vigésimo_primeiro=21 trigésimo=30 quadragésimo=40 quinquagésimo=50 centésimo=100
half: meia meio
half: um_quarto=0.25 três_quartos=0.75 um_terço=0.333333 dois_terços=0.666667
plus: e_meia=0.5 e_meio=0.5
plus: e_um_quarto=0.25 e_três_quartos=0.75 menos_um_quarto=-0.25 menos_cinco=-0.0834 menos_dez=-0.1667 menos_vinte=-0.3334
unit: segundo=s segundos=s minuto=min minutos=min hora=h horas=h dia=d dias=d noite=d noites=d semana=wk semanas=wk mês=mo meses=mo ano=y anos=y centímetros=cm metro=m metros=m quilômetro=km quilômetros=km km=km grama=g gramas=g quilo=kg quilos=kg kg=kg litro=l litros=l graus=deg grau=deg por_cento=pct euro=EUR euros=EUR real=BRL reais=BRL dólar=USD dólares=USD cêntimos=cent centavos=cent
unit: seg=s min=min mins=min hs=h diária=d diárias=d mm=mm milímetro=mm milímetros=mm cm=cm centímetro=cm m=m mg=mg miligrama=mg miligramas=mg g=g gr=g kgs=kg quilograma=kg quilogramas=kg quilinhos=kg tonelada=t toneladas=t libra=lb libras=GBP ml=ml mililitro=ml mililitros=ml l=l lt=l galão=gal galões=gal celsius=C porcento=pct eur=EUR conto=BRL pila=BRL pilas=BRL mangos=BRL paus=BRL r=BRL brl=BRL centavo=cent cêntimo=cent hectare=ha hectares=ha metros_quadrados=m2 metro_quadrado=m2 km_h=kmh quilômetros_por_hora=kmh kw=kW kwh=kWh watts=W giga=GB gigas=GB gb=GB mb=MB calorias=kcal colher_de_sopa=tbsp colheres_de_sopa=tbsp colher_de_chá=tsp colheres_de_chá=tsp xícara=cup xícaras=cup chávena=cup milha=mi milhas=mi polegada=in polegadas=in pés=ft
unit: dólares_canadenses=CAD dólares_australianos=AUD dólares_americanos=USD pesos_argentinos=ARS francos_suíços=CHF libras_esterlinas=GBP
month: janeiro=1 fevereiro=2 março=3 abril=4 maio=5 junho=6 julho=7 agosto=8 setembro=9 outubro=10 novembro=11 dezembro=12
month: jan=1 fev=2 abr=4 jun=6 jul=7 nov=11 dez=12
day: segunda-feira=1 segunda=1 terça-feira=2 terça=2 quarta-feira=3 quarta=3 quinta-feira=4 quinta=4 sexta-feira=5 sexta=5 sábado=6 domingo=7
day: seg=1 ter=2 qua=3 qui=4 sex=5 sáb=6
rel: hoje=0 hoje_à_noite=0 amanhã=1 depois_de_amanhã=2 ontem=-1 anteontem=-2
rel: hoje_cedo=0 hoje_de_manhã=0 hoje_de_tarde=0 hoje_à_tarde=0 esta_noite=0 esta_tarde=0 esta_manhã=0 amanhã_cedo=1 amanhã_de_manhã=1 amanhã_à_tarde=1 amanhã_à_noite=1 ontem_à_noite=-1 trasanteontem=-3 antes_de_ontem=-2
span: dia=d dias=d semana=w semanas=w fim_de_semana=e mês=m meses=m ano=y anos=y
span: fins_de_semana=e final_de_semana=e fds=e finais_de_semana=e quinzena=f trimestre=q trimestres=q
next: próximo próxima que_vem seguinte
next: próximos próximas seguintes vindouro
last: passado passada último última
last: passados passadas últimos últimas anterior retrasado retrasada
this: este esta nesta neste
this: deste desta esses essa nesse nessa
ago: atrás antes=more
in: em daqui_a dentro_de
in: daqui
later: depois
later: mais_tarde=more
am: da_manhã de_manhã manhã am
am: pela_manhã da_madrugada de_madrugada na_parte_da_manhã
pm: da_tarde da_noite=night à_tarde à_noite=night tarde noite=night pm
pm: de_tarde de_noite=night pela_tarde tardinha na_parte_da_tarde do_final_da_tarde
clock: meio-dia=12:00 meia-noite=00:00
hour: horas h
hour: hrs hs em_ponto horinhas
at: às à por_volta_das pelas até_às
at: lá_pelas pras para_as a_partir_das das antes_das depois_das entre_as por_volta_de
not: não sem exceto menos em_vez_de ao_invés_de nunca nem nenhum nenhuma fora salvo evite
not: nada_de a_não_ser com_exceção_de tirando tirante jamais ninguém no_lugar_de no_lugar_do no_lugar_da em_lugar_de tampouco excetuando evitar
not: alérgico_a alérgica_a alérgicos_a alérgico_ao evitando evita evitamos excluir exclua excluindo excluído omita omitir pula pular pule tudo_menos todos_menos qualquer_coisa_menos à_exceção_de com_a_exceção_de em_vez_do em_vez_da ao_invés_do ao_invés_da odeio odiamos detesto farto_de farta_de deixa_fora deixando_de_fora deixe_de_fora
pass: pelo_menos ao_menos não_mais_de não_mais_que não_menos_de não_só não_tem_problema sem_problema não_esqueça não_antes não_depois não_se_preocupe
pass: não_faz_mal não_há_problema sem_pressa sem_falta sem_dúvida não_há_de_quê não_é_mesmo não_é não_se_esqueça não_mais_tarde não_apenas não_somente não_importa não_está_mal nada_mau
pass: menos_um_quarto menos_dez menos_cinco menos_vinte
pass: nenhum_problema não_é_problema não_é_incômodo não_é_urgente não_tem_pressa não_há_pressa não_me_importo não_me_incomoda não_ligo não_mais_caro_que não_mais_velho_que não_maior_que não_menor_que não_superior_a não_inferior_a não_ultrapasse não_exceda não_passe_de que_não_passe_de não_acima_de não_abaixo_de não_hesite não_hesites não_tenho_certeza não_sei_se se_não como_não por_que_não porque_não não_tem_importância sem_compromisso sem_demora sem_passar_de sem_ultrapassar não_poderia não_teria não_teriam não_custa não_te_preocupes não_te_esqueças não_esquece não_seria_mal não_faria_mal não_há_dúvida não_tem_de_quê não_mais_tarde_que
but: mas porém porque senão
but: só_que pois entretanto contudo no_entanto já_que
only: só somente apenas
only: unicamente exclusivamente só_mesmo
only: nada_mais_que nada_além_de meramente puramente
sorry: aliás quer_dizer na_verdade melhor desculpa desculpe espera digo corrigindo perdão me_enganei ah_não mudança_de_planos enganei-me me_confundi errei corrijo ou_melhor melhor_dizendo perdão_é não_pera ops opa_errei mudei_de_ideia esquece_isso foi_mal retifico quis_dizer queria_dizer
sorry: espera_aí peraí pera não_espera me_desculpe me_desculpa me_equivoquei equivoquei-me falei_errado escrevi_errado digitei_errado li_errado confundi erro_meu falha_minha opa_não opa ah_desculpa desculpa_não não_desculpa pensando_bem pensando_melhor na_real deixa_que deixa_pra_lá esquece muda_para muda_pra mude_para mudar_para troca_pra fica_sendo faz_assim vamos_fazer_assim melhor_fazer melhor_deixar digo_melhor ou_seja_não afinal retiro_o_que_disse ao_contrário_disso em_vez_disso ao_invés_disso
sorry: não_desculpe não_perdão ah_espera ah_perdão só_um_momento um_segundo mas_melhor melhor_ainda melhor_assim quis_escrever ia_dizer deveria_ser devia_ser me_expressei_mal expressei-me_mal erro_de_digitação erro_de_escrita gralha culpa_minha engano_meu erro_da_minha_parte muda_isso_para mude_isso_para altera_para altere_para alterar_para corrige_para corrija_para mude_pra coloca_melhor coloque_melhor põe_antes faça_antes faz_antes ou_antes_disso mais_exatamente mais_precisamente ou_melhor_dizendo retiro_isso ignora_isso ignore_isso ignore_o_anterior esqueça_isso risca_isso mudei_de_opinião mudei_de_planos mudança_de_plano reconsiderando
drop: tira tire remova remover apague cancele cancela esquece exclua
drop: retira retirar exclui elimina eliminar corta cortar risca desmarca desmarcar desmarque cancelar anula anular
drop: tirar retire elimine corte risque cancelem anule descarta descartar descarte dispensa
yes: sim isso pode_ser claro beleza combinado certo ok perfeito exato confirmo isso_mesmo com_certeza está_bem por_que_não com_prazer seria_ótimo quero_sim certamente
yes: sim_por_favor sim_claro claro_que_sim correto corretíssimo exatamente é_isso_aí isso_aí certamente_que_sim obviamente naturalmente evidentemente tá_bom tá_ótimo está_ótimo está_perfeito ótimo excelente maravilha fechado_então confirmada confirmado pode_fazer pode_sim faça_isso faz_isso vai_em_frente prossiga siga_em_frente me_parece_bem parece-me_bem por_mim_tudo_bem tudo_bem_por_mim seria_bom seria_perfeito eu_adoraria gostaria_sim acho_que_sim creio_que_sim de_acordo concordo
no: não nunca ainda_não melhor_não de_jeito_nenhum não_obrigado não_obrigada nem_pensar
no: nada_disso de_modo_nenhum de_modo_algum de_forma_alguma de_maneira_nenhuma claro_que_não agora_não hoje_não por_enquanto_não desta_vez_não outro_dia talvez_depois não_precisa não_é_preciso deixa_quieto nops negativo não_faz_falta
no: em_hipótese_alguma em_caso_algum de_maneira_alguma com_certeza_não certamente_que_não obviamente_não de_momento_não neste_momento_não não_hoje não_agora não_por_enquanto talvez_mais_tarde noutra_altura noutro_dia outra_hora não_necessariamente não_realmente acho_que_não creio_que_não não_muito_obrigado muito_obrigado_não prefiro_que_não prefiro_não não_não não_é_necessário
or: ou
or: ou_então quer
and: e também mais
and: assim_como junto_com além_de
from: ida partida de do da desde saindo_de a_partir_de das entre saída origem vindo_de partindo_de
from: de_partida saio_de saímos_de começando começa a_contar_de a_partir_do a_partir_da desde_o desde_a proveniente_de da_origem
from: parto partimos partir parte_às partirei saio saímos sair saem sairei sairemos decola abre abrem abertura começam começar começamos inicia iniciam iniciar iniciando início início_em check-in me_pegar_em me_pega_em me_pegue_em me_pegue_no me_pegar_no me_buscar_em me_buscar_no me_busca_em nos_buscar_em nos_pegar_em nos_pega_em buscar-me_em buscar-me_no retirar_em retirar_no retirada_em retirada_no recolha_em recolha_no levantar_em levantar_no levantamento_em enviado_por enviada_por remetido_por remetente válido_desde válido_a_partir_de em_vigor_desde com_efeito_a_partir_de data_de_início data_de_partida data_de_saída data_de_ida hora_de_saída hora_de_início local_de_partida local_de_saída local_de_retirada cidade_de_origem aeroporto_de_origem aeroporto_de_partida ponto_de_partida a_contar_do vindo_do vindo_da chegando_de saindo_do saindo_da saindo partindo_do partindo_da partindo abre_às abrem_às abertura_às começa_às começam_às começar_às inicia_às
from: início_às sai_às saio_às saímos_às sair_às partir_às partida_às saída_às check-in_às decola_às
to: volta regresso a até para=for ao=for à=for pra=for às e chegada destino rumo_a chegando_em
to: em_direção_a com_destino_a rumo até_o até_a até_ao até_às termina terminando de_chegada indo_para
to: chego chegamos chegar chegam chegarei chegaremos chega chegando volto voltamos voltar voltam voltarei voltando retorno retornamos retornar retornando regressamos regressar aterrissa aterra pousa pousamos pouso fecha fecham fechando encerra encerram encerramento terminam terminar terminamos acaba acabam acabar check-out me_deixar_em me_deixar_no me_deixa_em me_deixe_em me_deixe_no nos_deixar_em nos_deixe_em deixar-me_em deixe-me_em entregar_em entregar_no entregar_na entrega_em entrega_no devolução_em devolver_em devolução_no data_de_volta data_de_regresso data_de_chegada data_de_retorno data_de_fim data_de_término hora_de_chegada hora_de_término local_de_destino local_de_entrega cidade_de_destino aeroporto_de_destino destinatário aos_cuidados_de endereçado_a endereçada_a dirigido_a a_caminho_de a_caminho_do de_volta_em de_volta_no de_volta_dia de_volta_ao com_destino_ao rumo_ao em_direção_ao até_o_dia até_dia vence expira
min: pelo_menos no_mínimo mínimo mais_de a_partir_de ao_menos maior_que maior_do_que superior_a acima_de passe_de passar_de ultrapasse ultrapassar exceda exceder não_menos_de mais_do_que
min: não_menos_que mais_que maior superiores_a acima_dos acima_das mínimo_de não_antes_de no_mínimo_uns
min: depois_de depois_das depois_do após após_as após_o não_antes_das não_antes_do não_abaixo_de não_inferior_a não_menor_que mais_velho_que mais_longo_que mais_alto_que mais_pesado_que mais_caro_que mais_tarde_que mais_de_uns no_mínimo_de um_mínimo_de acima_do acima_da maiores_que maiores_de superior_ao para_lá_de além_de_uns não_mais_barato_que pelo_menos_até
max: no_máximo máximo menos_de até no_mais_de menor_que menor_do_que inferior_a abaixo_de máximo_de limite_de não_mais_que menos_do_que teto_de
max: menos_que inferiores_a abaixo_dos abaixo_das que_não_passe_de não_passe_de não_ultrapasse não_exceda no_máximo_até limitado_a até_no_máximo o_mais_tardar quando_muito menor
max: um_máximo_de máximo_até antes_de antes_das antes_do não_depois_de não_depois_das não_depois_do não_mais_caro_que não_mais_velho_que não_mais_tarde_que não_superior_a não_maior_que não_acima_de mais_barato_que mais_curto_que mais_novo_que mais_jovem_que mais_leve_que mais_baixo_que abaixo_do abaixo_da menores_que menores_de limitada_a com_limite_de com_um_teto_de um_teto_de até_um_máximo_de o_mais_tardar_até no_mais_tardar sem_passar_de sem_ultrapassar sem_exceder que_não_ultrapasse que_não_exceda não_ultrapassar não_exceder no_máximo_por orçamento_de
minpost: no_mínimo ou_mais pra_cima para_cima em_diante
minpost: ou_superior e_acima ou_maior pelo_menos e_mais
minpost: ou_mais_tarde ou_mais_caro ou_mais_alto ou_melhor ou_superiores e_superiores ou_acima e_mais_velhos por_diante adiante pra_frente no_mínimo_mesmo
maxpost: no_máximo ou_menos pra_baixo para_baixo
maxpost: ou_inferior e_abaixo ou_menor máx o_mais_tardar quando_muito
maxpost: ou_mais_barato ou_mais_baixo ou_mais_curto ou_mais_cedo ou_antes ou_mais_novo e_inferiores ou_inferiores ou_abaixo máximo no_máximo_mesmo
all: tudo todos todas toda cada ambos ambas o_resto o_restante os_demais o_resto_todo
all: os_dois as_duas todo_mundo toda_a_gente os_outros as_outras tudo_o_resto por_completo
all: cada_um cada_uma todos_eles todas_elas todos_os_outros todas_as_outras a_totalidade ambos_os inteiro inteira tudo_o_que_resta tudo_que_sobrou as_duas_coisas os_três as_três
any: qualquer tanto_faz
any: qualquer_um qualquer_uma tanto_me_faz é_indiferente para_mim_tanto_faz como_preferir o_que_for sem_preferência
any: qualquer_um_dos_dois qualquer_uma_das_duas pra_mim_tanto_faz para_mim_é_igual é_igual dá_no_mesmo dá_igual não_importa_qual nenhuma_preferência não_tenho_preferência tanto_faz_para_mim como_quiser como_você_quiser como_quiseres você_escolhe escolhe_tu escolha_você fica_a_seu_critério ao_seu_critério a_gosto quem_quer_que_seja qualquer_coisa seja_qual_for
least: mais_barato=price mais_barata=price mais_cedo=time mais_perto=distance mais_próximo=distance mais_curto=duration mais_rápido=duration menor=size
least: mais_econômico=price mais_em_conta=price menos_caro=price mais_próxima=distance mais_curta=duration mais_rápida=duration
least: mais_baratos=price mais_baratas=price mais_econômica=price menor_preço=price melhor_preço=price preço_mais_baixo=price menos_cara=price mais_acessível=price o_quanto_antes=time o_mais_rápido_possível=time assim_que_possível=time mais_próximos=distance mais_próximas=distance menos_longe=distance mais_curtos=duration mais_rápidos=duration mais_rápidas=duration mais_breve=duration mais_pequeno=size mais_pequena=size menores=size
most: mais_caro=price mais_tarde=time maior=size melhor_avaliado=rating
most: mais_cara=price mais_longe=distance mais_recente=time mais_longo=duration mais_longa=duration melhor_avaliada=rating
most: mais_caros=price mais_caras=price preço_mais_alto=price maior_preço=price mais_novo=time mais_nova=time mais_recentes=time mais_tardio=time mais_tardia=time maiores=size mais_espaçoso=size mais_espaçosa=size melhor_nota=rating mais_bem_avaliado=rating mais_bem_avaliada=rating melhores_avaliações=rating melhor_classificado=rating melhor_pontuado=rating mais_longos=duration mais_longas=duration mais_distante=distance mais_afastado=distance
dot: ponto=. arroba=@ barra=/ traço=- hífen=- underline=_
dot: menos=-
leave: excluir sem remover evitar
people: pessoas pessoa convidados passageiros adultos
people: gente participantes hóspedes hóspede convidado viajantes crianças lugares_à_mesa alunos
mean: cachorro=pets cachorros=pets cão=pets gato=pets gatos=pets animais=pets animais=pet aposentado=senior aposentada=senior o_mais_rápido_possível=express com_gás=sparkling
mean: vermelho=red vermelha=red azul=blue verde=green preto=black preta=black branco=white branca=white amarelo=yellow cinza=grey correio=email ligação=call mensagem=sms grande=large pequeno=small pequena=small médio=medium janela=window corredor=aisle ida_e_volta=round só_ida=one diário=daily semanal=weekly mensal=monthly urgente=urgent alta=high baixa=low trem=train comboio=train ônibus=bus carro=car avião=plane café_da_manhã=breakfast casal=double solteiro=single varanda=terrace fora=outdoor dentro=indoor cozinha=kitchen sala=living quarto=bedroom banheiro=bathroom cartão=card dinheiro=cash transferência=transfer retirar=pickup entrega=delivery frio=cold quente=hot picante=spicy manhã=morning tarde=afternoon noite=evening criança=child crianças=children adultos=adults cachorro=pet fatura=invoice recibo=receipt seguro=insurance presente=gift quebrado=broken danificado=damaged caro=cost
mean: vermelhos=red vermelhas=red azuis=blue verdes=green pretos=black pretas=black brancos=white brancas=white amarela=yellow marrom=brown castanho=brown rosa=pink laranja=orange roxo=purple roxa=purple prateado=silver e-mail=email ligar=call telefonema=call telefone=call grandes=large média=medium janelas=window somente_ida=one todo_dia=daily todos_os_dias=daily diária=daily diariamente=daily toda_semana=weekly semanalmente=weekly todo_mês=monthly mensalmente=monthly anual=yearly todo_ano=yearly urgência=urgent alto=high baixo=low trens=train autocarro=bus voo=plane bicicleta=bike a_pé=foot pequeno-almoço=breakfast café=breakfast almoço=lunch jantar=dinner vegetariano=vegetarian vegetariana=vegetarian vegano=vegan vegana=vegan glúten=gluten cama=bed camas=bed dupla=double duplo=double individual=single duas_camas=twin camas_separadas=twin suíte=suite esplanada=terrace terraço=terrace ar_livre=outdoor interior=indoor interna=indoor cozinhas=kitchen
mean: sala_de_estar=living quartos=bedroom casa_de_banho=bathroom cartões=card espécie=cash em_dinheiro=cash transferir=transfer pix=transfer faturas=invoice nota_fiscal=invoice comprovante=receipt levantar=pickup levantamento=pickup buscar=pickup entregar=delivery entregue=delivery entregas=delivery fria=cold morno=warm apimentado=spicy de_manhã=morning da_manhã=morning à_tarde=afternoon à_noite=evening madrugada=night menino=child menina=child bebê=infant adulto=adults idoso=senior idosa=senior estudante=student gato=pet animal=pet bicho=pet segurar=insurance presentes=gift quebrada=broken avariado=broken danificada=damaged nova=new novo=new usado=used usada=used aberto=open aberta=open fechado=closed fechada=closed pago=paid paga=paid não_pago=unpaid pendente=pending confirmado=confirmed confirmada=confirmed cancelado=cancelled cancelada=cancelled econômica=economy executiva=business primeira_classe=first padrão=standard básico=basic básica=basic expresso=express
mean: frágil=fragile automático=automatic automática=automatic elétrico=electric elétrica=electric gasóleo=diesel gasolina=petrol esquerda=left esquerdo=left à_direita=right vista_para_o_mar=sea mar=sea jardim=garden estacionamento=parking vaga=parking elevador=elevator elevador=lift fumantes=smoking fumar=smoking chave=key chaves=key lembrete=reminder lembra=reminder notificação=notification avisar=notification embrulho=wrap embrulhar=wrap embrulho=wrapping embrulhar=wrapping desconto=discount caução=deposit reembolso=refund troca=exchange trocar=exchange conserto=repair consertar=repair reparo=repair iniciante=beginner intermediário=intermediate avançado=advanced masculino=male feminino=female casado=married casada=married roubo=theft roubado=theft furto=theft perdido=lost perdi=lost incêndio=fire água=water férias=holiday feriado=holiday férias=vacation doente=sick em_casa=home escritório=office pela_internet=online presencial=onsite pelo_correio=post
mean: estafeta=courier motoboy=courier privado=private privada=private particular=private público=public pública=public empresa=company firma=company açúcar=sugar leite=milk aveia=oat frango=chicken carne_bovina=beef vaca=beef porco=pork peixe=fish frutos_do_mar=seafood marisco=seafood legumes=vegetable pão=bread queijo=cheese chá=tea vinho=wine cerveja=beer toalha=towel toalhas=towel capacete=helmet tenda=tent barraca=tent cadeira=chair cadeiras=chair mesa=table mesas=table varanda=balcony sacada=balcony aquecimento=heating luz=light luzes=light alarme=alarm despertador=alarm acompanhante=companion intérprete=interpreter cadeira_de_rodas=wheelchair alergia=allergies alérgico=allergies alérgica=allergies foto=photo fotos=photo consulta=appointment marcação=appointment eu_mesmo=self parceiro=partner companheira=partner pais=parent cozido=boiled frito=fried frita=fried grelhado=grilled fina=thin grosso=thick grossa=thick macio=soft duro=hard seco=dry seca=dry
mean: madeira=wood plástico=plastic vidro=glass couro=leather algodão=cotton lã=wool sempre=always nunca=never uma_vez=once alemão=german alemã=german inglês=english inglesa=english francês=french francesa=french espanhol=spanish espanhola=spanish italiano=italian árabe=arabic japonês=japanese escuro=dark escura=dark
mean: envio=shipping frete=shipping portes_de_envio=shipping enviar=shipping enviado=shipped enviada=shipped despachado=shipped rastreamento=tracking rastreio=tracking rastrear=tracking devolver=return devolução=return devolvido=returned devolvida=returned vencido=expired vencida=expired expirado=expired expirada=expired ativo=active ativa=active inativo=inactive inativa=inactive bloqueado=blocked bloqueada=blocked aprovado=approved aprovada=approved recusado=rejected recusada=rejected rejeitado=rejected concluído=completed concluída=completed terminado=completed atrasado=late atrasada=late faltando=missing em_falta=missing disponível=available esgotado=sold esgotada=sold quinzenal=biweekly quinzenalmente=biweekly a_cada_duas_semanas=biweekly trimestral=quarterly a_cada_três_meses=quarterly uma_vez_por_semana=weekly todas_as_semanas=weekly uma_vez_por_mês=monthly todos_os_meses=monthly uma_vez_por_ano=yearly anualmente=yearly todos_os_anos=yearly de_hora_em_hora=hourly
mean: a_cada_hora=hourly dias_úteis=weekdays crítico=critical crítica=critical emergência=emergency imediatamente=urgent o_quanto_antes=urgent o_mais_rápido_possível=urgent com_urgência=urgent sem_pressa=low não_é_urgente=low não_tem_pressa=low empréstimo=loan poupança=savings conta_corrente=checking hipoteca=mortgage salário=salary ordenado=salary aluguel=rent alugar=rent arrendar=rent renda=rent comprar=buy vender=sell grátis=free gratuito=free gratuita=free vale-presente=gift cupom=coupon débito_automático=debit débito=debit parcelado=installments parcelas=installments prestações=installments dentista=dentist limpeza_dentária=cleaning limpeza=cleaning faxina=cleaning limpar=cleaning vacina=vaccination vacinação=vaccination exame_de_sangue=blood análises_ao_sangue=blood tosse=cough febre=fever dor_de_cabeça=headache resfriado=cold constipação=cold gripe=flu náuseas=nausea enjoo=nausea nozes=nuts castanhas=nuts amendoim=peanuts amendoins=peanuts
mean: grávida=pregnant check-up=checkup exame_de_rotina=checkup troca_de_óleo=oil óleo=oil pneu=tire pneus=tire freios=brakes travões=brakes revisão=inspection inspeção=inspection bateria=battery conversível=convertible descapotável=convertible carrinha=van furgão=van caminhão=truck camião=truck moto=motorcycle motocicleta=motorcycle guincho=towing reboque=towing ilimitado=unlimited ilimitada=unlimited granizo=hail tempestade=storm inundação=flood enchente=flood vazamento=leak fuga_de_água=leak goteira=leak encanador=plumber canalizador=plumber eletricista=electrician casa=house apartamento=apartment mobiliado=furnished mobilado=furnished mobiliada=furnished mudança=moving exame=exam prova=exam lição_de_casa=homework dever_de_casa=homework trabalhos_de_casa=homework reunião=meeting contrato=contract efetivo=permanent temporário=temporary temporária=temporary meio_período=part tempo_parcial=part tempo_integral=full pensão_completa=full reclamação=complaint
mean: queixa=complaint camisa=shirt camiseta=shirt vestido=dress sapatos=shoes jaqueta=jacket casaco=jacket calça=pants calças=pants suéter=sweater camisola=sweater mulheres=women homens=men sobremesa=dessert sopa=soup salada=salad arroz=rice batatas=potatoes batata_frita=fries batatas_fritas=fries cebola=onions cogumelos=mushrooms
mean: cliente=customer pedido=order encomenda=order reserva=booking
holiday: réveillon=12-31 véspera_de_ano_novo=12-31 ano_novo=01-01 véspera_de_natal=12-24 natal=12-25
holiday: passagem_de_ano=12-31 dia_de_natal=12-25 dia_de_reis=01-06 dia_do_trabalhador=05-01 finados=11-02 tiradentes=04-21 dia_de_são_valentim=02-14 dia_dos_namorados=06-12 todos_os_santos=11-01
days: dias_úteis=12345 todos_os_dias=1234567 todo_dia=1234567
days: de_segunda_a_sexta=12345 segunda_a_sexta=12345 dias_de_semana=12345 durante_a_semana=12345 diariamente=1234567 cada_dia=1234567 toda_noite=1234567 toda_manhã=1234567 fins_de_semana=67 finais_de_semana=67
then: então=then portanto entendido certo
lapse: dia_sim_dia_não=2880 dia_sim_e_dia_não=2880 meia_hora=30 quarto_de_hora=15
lapse: três_quartos_de_hora=45 um_quarto_de_hora=15 meia_horinha=30
notpost: desnecessário desnecessária dispensável é_muito_caro é_demais não_quero não_queremos não_preciso não_precisamos não_precisa não_é_preciso não_é_necessário não_posso não_como não_me_interessa
notpost: não_é_mais não_vai não_vem não_vou_querer não_faz_falta não_é_necessária foi_cancelado foi_cancelada está_cancelado não_serve não_funciona não_gosto não_tomo não_bebo dispenso dispensamos não_faço_questão não_precisa_mais não_nos_interessa
notpost: não_está_disponível não_estão_disponíveis não_me_serve não_nos_serve não_dá não_dá_certo não_me_convém não_pode_ser não_rola não_é_mais_necessário não_é_mais_necessária já_não_preciso já_não_quero já_não_é_preciso não_se_aplica está_fechado está_fechada está_descartado está_descartada fica_de_fora fica_fora pode_esperar podem_esperar foi_adiado está_suspenso é_muito_cara é_caro_demais está_de_férias está_de_baixa está_doente está_ausente não_funciona_mais não_me_interessam não_quero_mais não_bebemos não_comemos
calc: dividir cada total soma menos mais metade resto dobro
calc: dividido divide somar juntos somando dobra
off: desliga desligue desligar desligado desative desativar fechado
off: desativa desativado desativada desligada fecha fechar fechada feche silencia silenciar silenciado mudo
off: desliguem desligados desconecta desconectar tire_da_tomada mutar silencie desinscrever descadastrar
mine: eu me mim meu minha nós nosso nossa desta_vez
mine: comigo conosco nossos nossas este_ano
theirs: irmã irmão mãe pai marido esposa filho filha amigo amiga colega vizinho vizinha chefe primo da_última_vez no_ano_passado antigo antiga
theirs: avó tia tio prima sobrinho sobrinha cunhado cunhada sogro sogra namorado namorada mamãe papai mãezinha vizinhos colegas mês_passado semana_passada vez_passada antigamente
swap: troca=por/pelo/pela trocar=por/pelo/pela troque=por/pelo/pela substitui=por/pelo/pela substituir=por/pelo/pela substitua=por/pelo/pela converte=em/para converter=em/para converta=em/para
swap: substituo=por muda=para/pra mudar=para/pra mude=para/pra passa=para/pra passar=para/pra move=para mover=para trocando=por convertido=em
flip: ao_contrário trocados troca_os inverte
flip: vice-versa invertido invertidos o_contrário inverter
before: quinze_para_as=15 quinze_pras=15 quinze_para_a=15 dez_para_as=10 dez_pras=10 cinco_para_as=5 cinco_pras=5 vinte_para_as=20 vinte_pras=20 um_quarto_para_as=15
edge: fim=last final=last último_dia=last início=first começo=first primeiro_dia=first
