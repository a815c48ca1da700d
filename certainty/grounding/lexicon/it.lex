# Italian
stop: il lo la e di che per un una mi con del della non sono alle al da vorrei le i ho ma gli dei in nel mia mio ci si anche questo questa grazie buongiorno per_favore può posso c'è
num: zero=0 uno=1 una=1 due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 dodici=12 tredici=13 quattordici=14 quindici=15 sedici=16 diciassette=17 diciotto=18 diciannove=19 venti=20 ventuno=21 ventotto=28 trenta=30 trentuno=31 quaranta=40 cinquanta=50 sessanta=60 settanta=70 ottanta=80 novanta=90 cento=100 duecento=200 trecento=300 quattrocento=400 cinquecento=500 mille=1000 mila=1000 milione=1000000 milioni=1000000 dozzina=12 paio_di=2
num: ventidue=22 ventitré=23 ventiquattro=24 venticinque=25 ventisei=26 ventisette=27 ventinove=29 trentadue=32 trentatré=33 trentaquattro=34 trentacinque=35 trentasei=36 trentasette=37 trentotto=38 trentanove=39 quarantuno=41 quarantadue=42 quarantatré=43 quarantaquattro=44 quarantacinque=45 quarantasei=46 quarantasette=47 quarantotto=48 quarantanove=49 cinquantuno=51 cinquantadue=52 cinquantatré=53 cinquantaquattro=54 cinquantacinque=55 cinquantasei=56 cinquantasette=57 cinquantotto=58 cinquantanove=59 sessantuno=61 sessantadue=62 sessantatré=63 sessantaquattro=64 sessantacinque=65 sessantasei=66 sessantasette=67 sessantotto=68 sessantanove=69 settantuno=71 settantadue=72 settantatré=73 settantaquattro=74 settantacinque=75 settantasei=76 settantasette=77 settantotto=78 settantanove=79 ottantuno=81 ottantadue=82 ottantatré=83 ottantaquattro=84 ottantacinque=85 ottantasei=86 ottantasette=87 ottantotto=88 ottantanove=89 novantuno=91 novantadue=92 novantatré=93 novantaquattro=94 novantacinque=95 novantasei=96 novantasette=97 novantotto=98 novantanove=99 seicento=600 settecento=700 ottocento=800 novecento=900 duemila=2000 tremila=3000 quattromila=4000 cinquemila=5000 seimila=6000 settemila=7000 ottomila=8000 novemila=9000
one: un una uno
ord: primo=1 prima=1 secondo=2 seconda=2 terzo=3 terza=3 quarto=4 quinta=5 quinto=5
half: mezzo mezza mezz'
plus: e_mezza=0.5 e_mezzo=0.5 e_un_quarto=0.25
unit: etto=hg etti=hg secondo=s secondi=s minuto=min minuti=min ora=h ore=h giorno=d giorni=d notte=d notti=d settimana=wk settimane=wk mese=mo mesi=mo anno=y anni=y centimetri=cm metro=m metri=m chilometro=km chilometri=km km=km grammo=g grammi=g chilo=kg chili=kg kg=kg litro=l litri=l gradi=deg grado=deg per_cento=pct percento=pct euro=EUR dollaro=USD dollari=USD centesimi=cent
month: gennaio=1 febbraio=2 marzo=3 aprile=4 maggio=5 giugno=6 luglio=7 agosto=8 settembre=9 ottobre=10 novembre=11 dicembre=12
day: lunedì=1 martedì=2 mercoledì=3 giovedì=4 venerdì=5 sabato=6 domenica=7
rel: oggi=0 stasera=0 stamattina=0 domani=1 dopodomani=2 ieri=-1
span: giorno=d giorni=d settimana=w settimane=w fine_settimana=e weekend=e mese=m mesi=m anno=y anni=y
next: prossimo prossima prossimi seguente che_viene
last: scorso scorsa passato passata ultimo ultima
this: questo questa
ago: fa prima
in: tra fra
later: dopo
am: di_mattina del_mattino mattina am
pm: di_pomeriggio del_pomeriggio di_sera sera pomeriggio pm cena
clock: mezzogiorno=12:00 mezzanotte=00:00
hour: ore
at: alle all' verso_le dalle le ore entro_le
before: meno_un_quarto=15
not: non senza tranne eccetto invece_di invece_del invece_della mai niente nessun nessuno nessuna al_posto_di né evita escluso
notpost: superfluo superflua è_troppo non_viene non_serve è_malato non_voglio non_vogliamo non_mi_serve non_ci_serve non_serve_nessuno non_lo_voglio non_la_voglio non_ho_bisogno non_posso non_mangio non_mi_interessa non_è_necessario non_è_necessaria
pass: non_più_di non_meno_di non_solo nessun_problema non_dimenticare non_prima non_oltre perché_no niente_di_meno
but: ma però perché bensì
only: solo soltanto solamente
sorry: anzi scusa in_realtà meglio volevo_dire aspetta no_scusa scusi ho_sbagliato ho_letto_male correggo cambio_di_programma mi_sono_sbagliato mi_sono_sbagliata mi_correggo rettifico errore_mio ops pardon no_anzi ho_cambiato_idea ci_ho_ripensato facciamo_invece o_meglio voglio_dire mi_scusi scusami lascia_stare
drop: togli cancella cancellare annulla elimina rimuovi
yes: sì certo va_bene esatto perfetto d'accordo ok confermo giusto benissimo procedi procedo volentieri perché_no con_piacere magari sarebbe_perfetto certamente assolutamente_sì
no: no non_ancora mai meglio_di_no no_grazie per_niente assolutamente_no direi_di_no
or: o oppure
and: e ed più inoltre
from: andata da dal dalla dalle partenza_da tra fra dallo dagli dai in_partenza_da provenienza
to: ritorno a=for al=for alla=for alle fino_a verso per=for fino_al e destinazione diretto_a arrivo in_direzione fino_alle
min: almeno minimo come_minimo più_di oltre superiore_a maggiore_di superi superare oltrepassi non_meno_di a_partire_da al_di_sopra_di sopra_i sopra_gli
max: al_massimo massimo meno_di non_più_di entro fino_a inferiore_a minore_di al_di_sotto_di non_oltre sotto_i sotto_gli massimo_di limite_di tetto_di al_più_tardi
minpost: minimo o_più in_su come_minimo o_superiore
maxpost: massimo o_meno al_massimo in_giù o_inferiore
all: tutto tutti tutte tutta ogni entrambi entrambe tutti_e_due il_resto gli_altri tutto_il_resto
any: qualsiasi qualunque indifferente
least: meno_caro=price più_economico=price prima=time più_presto=time più_vicino=distance più_breve=duration più_veloce=duration più_piccolo=size
most: più_caro=price più_tardi=time più_grande=size migliore=rating
dot: punto=. chiocciola=@ barra=/ trattino=- trattino_basso=_
leave: senza escludere togliere evitare
people: persone persona ospiti passeggeri coperti adulti
mean: rosso=red rossa=red blu=blue azzurro=blue verde=green nero=black nera=black bianco=white bianca=white giallo=yellow grigio=grey posta=email chiamata=call messaggio=sms grande=large piccolo=small piccola=small medio=medium finestrino=window corridoio=aisle andata_e_ritorno=round sola_andata=one giornaliero=daily settimanale=weekly mensile=monthly urgente=urgent alta=high bassa=low treno=train autobus=bus macchina=car auto=car aereo=plane colazione=breakfast matrimoniale=double doppia=double singola=single terrazza=terrace fuori=outdoor aperto=outdoor dentro=indoor interno=indoor cucina=kitchen soggiorno=living camera=bedroom bagno=bathroom carta=card contanti=cash bonifico=transfer ritiro=pickup consegna=delivery freddo=cold caldo=hot piccante=spicy mattina=morning pomeriggio=afternoon sera=evening bambino=child bambini=children adulti=adults cane=pet fattura=invoice ricevuta=receipt assicurazione=insurance regalo=gift rotto=broken danneggiato=damaged caro=cost
holiday: capodanno=01-01 san_silvestro=12-31 vigilia_di_natale=12-24 natale=12-25 san_valentino=02-14 ferragosto=08-15
days: giorni_feriali=12345 ogni_giorno=1234567
then: quindi allora dunque corretto
lapse: mezz'ora=30 mezzora=30 quarto_d'ora=15
calc: dividere ciascuno totale somma meno più metà resto doppio altri
off: spegni spegnere spento disattiva disattivare disattivato chiuso
mine: io me mio mia noi nostro nostra stavolta questa_volta
theirs: sorella fratello madre padre marito moglie figlio figlia amico amica collega vicino vicina capo cugino l'ultima_volta l'anno_scorso vecchio vecchia
swap: sostituisci=con sostituire=con sostituisca=con cambia=con/in cambiare=con/in scambia=con scambiare=con rimpiazza=con converti=in convertire=in
flip: al_contrario viceversa scambiali invertili
