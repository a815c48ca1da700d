# Portuguese
stop: o a os as e de que para um uma com por não na do da no eu meu minha em ao quero dos das pra você está isso me mas foi são tem bom dia obrigado favor pode preciso seu sua já como nos
num: zero=0 um=1 uma=1 dois=2 duas=2 três=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 treze=13 catorze=14 quatorze=14 quinze=15 dezesseis=16 dezasseis=16 dezessete=17 dezassete=17 dezoito=18 dezenove=19 dezanove=19 vinte=20 trinta=30 quarenta=40 cinquenta=50 sessenta=60 setenta=70 oitenta=80 noventa=90 cem=100 cento=100 duzentos=200 duzentas=200 trezentos=300 trezentas=300 quatrocentos=400 quinhentos=500 seiscentos=600 setecentos=700 oitocentos=800 novecentos=900 mil=1000 milhão=1000000 milhões=1000000 dúzia=12 dúzias=12 meia_dúzia=6 par_de=2
one: um uma
ord: primeiro=1 primeira=1 segundo=2 segunda=2 terceiro=3 terceira=3 quarto=4 quinto=5
half: meia meio
plus: e_meia=0.5 e_meio=0.5
unit: segundo=s segundos=s minuto=min minutos=min hora=h horas=h dia=d dias=d noite=d noites=d semana=wk semanas=wk mês=mo meses=mo ano=y anos=y centímetros=cm metro=m metros=m quilômetro=km quilômetros=km km=km grama=g gramas=g quilo=kg quilos=kg kg=kg litro=l litros=l graus=deg grau=deg por_cento=pct euro=EUR euros=EUR real=BRL reais=BRL dólar=USD dólares=USD cêntimos=cent centavos=cent
month: janeiro=1 fevereiro=2 março=3 abril=4 maio=5 junho=6 julho=7 agosto=8 setembro=9 outubro=10 novembro=11 dezembro=12
day: segunda-feira=1 segunda=1 terça-feira=2 terça=2 quarta-feira=3 quarta=3 quinta-feira=4 quinta=4 sexta-feira=5 sexta=5 sábado=6 domingo=7
rel: hoje=0 hoje_à_noite=0 amanhã=1 depois_de_amanhã=2 ontem=-1 anteontem=-2
span: dia=d dias=d semana=w semanas=w fim_de_semana=e mês=m meses=m ano=y anos=y
next: próximo próxima que_vem seguinte
last: passado passada último última
this: este esta nesta neste
ago: atrás antes
in: em daqui_a dentro_de
later: depois
am: da_manhã de_manhã manhã am
pm: da_tarde da_noite à_tarde à_noite tarde noite pm
clock: meio-dia=12:00 meia-noite=00:00
hour: horas h
at: às à por_volta_das pelas até_às
not: não sem exceto menos em_vez_de ao_invés_de nunca nem nenhum nenhuma fora salvo evite
pass: não_mais_de não_mais_que não_menos_de não_só não_tem_problema sem_problema não_esqueça não_antes não_depois não_se_preocupe
but: mas porém porque senão
only: só somente apenas
sorry: aliás quer_dizer na_verdade melhor desculpa desculpe espera digo corrigindo perdão me_enganei ah_não mudança_de_planos enganei-me me_confundi errei corrijo ou_melhor melhor_dizendo perdão_é não_pera ops opa_errei mudei_de_ideia esquece_isso foi_mal retifico quis_dizer queria_dizer
drop: tira tire remova remover apague cancele cancela esquece exclua
yes: sim isso pode_ser claro beleza combinado certo ok perfeito exato confirmo isso_mesmo com_certeza está_bem por_que_não com_prazer seria_ótimo quero_sim certamente
no: não nunca ainda_não melhor_não de_jeito_nenhum não_obrigado não_obrigada nem_pensar
or: ou
and: e também mais
from: ida partida de do da desde saindo_de a_partir_de das entre saída origem vindo_de partindo_de
to: volta regresso a até para=for ao=for à=for pra=for às e chegada destino rumo_a chegando_em
min: pelo_menos no_mínimo mínimo mais_de a_partir_de ao_menos maior_que maior_do_que superior_a acima_de passe_de passar_de ultrapasse ultrapassar exceda exceder não_menos_de mais_do_que
max: no_máximo máximo menos_de até no_mais_de menor_que menor_do_que inferior_a abaixo_de máximo_de limite_de não_mais_que menos_do_que teto_de
minpost: no_mínimo ou_mais pra_cima para_cima em_diante
maxpost: no_máximo ou_menos pra_baixo para_baixo
all: tudo todos todas toda cada ambos ambas o_resto o_restante os_demais o_resto_todo
any: qualquer tanto_faz
least: mais_barato=price mais_barata=price mais_cedo=time mais_perto=distance mais_próximo=distance mais_curto=duration mais_rápido=duration menor=size
most: mais_caro=price mais_tarde=time maior=size melhor_avaliado=rating
dot: ponto=. arroba=@ barra=/ traço=- hífen=- underline=_
leave: excluir sem remover evitar
people: pessoas pessoa convidados passageiros adultos
mean: vermelho=red vermelha=red azul=blue verde=green preto=black preta=black branco=white branca=white amarelo=yellow cinza=grey correio=email ligação=call mensagem=sms grande=large pequeno=small pequena=small médio=medium janela=window corredor=aisle ida_e_volta=round só_ida=one diário=daily semanal=weekly mensal=monthly urgente=urgent alta=high baixa=low trem=train comboio=train ônibus=bus carro=car avião=plane café_da_manhã=breakfast casal=double solteiro=single varanda=terrace fora=outdoor dentro=indoor cozinha=kitchen sala=living quarto=bedroom banheiro=bathroom cartão=card dinheiro=cash transferência=transfer retirar=pickup entrega=delivery frio=cold quente=hot picante=spicy manhã=morning tarde=afternoon noite=evening criança=child crianças=children adultos=adults cachorro=pet fatura=invoice recibo=receipt seguro=insurance presente=gift quebrado=broken danificado=damaged caro=cost
holiday: réveillon=12-31 véspera_de_ano_novo=12-31 ano_novo=01-01 véspera_de_natal=12-24 natal=12-25
days: dias_úteis=12345 todos_os_dias=1234567 todo_dia=1234567
then: então portanto entendido certo
lapse: meia_hora=30 quarto_de_hora=15
notpost: desnecessário desnecessária dispensável é_muito_caro é_demais não_quero não_queremos não_preciso não_precisamos não_precisa não_é_preciso não_é_necessário não_posso não_como não_me_interessa
calc: dividir cada total soma menos mais metade resto dobro
off: desliga desligue desligar desligado desative desativar fechado
mine: eu me mim meu minha nós nosso nossa desta_vez
theirs: irmã irmão mãe pai marido esposa filho filha amigo amiga colega vizinho vizinha chefe primo da_última_vez no_ano_passado antigo antiga
swap: troca=por/pelo/pela trocar=por/pelo/pela troque=por/pelo/pela substitui=por/pelo/pela substituir=por/pelo/pela substitua=por/pelo/pela converte=em/para converter=em/para converta=em/para
flip: ao_contrário trocados troca_os inverte
