# Italian
stop: il lo la e di che per un una mi con del della non sono alle al da vorrei le i ho ma gli dei in nel mia mio ci si anche questo questa grazie buongiorno per_favore può posso c'è
stop: siamo hai ha hanno abbiamo stato essere era sarebbe fare fatto più molto come quando dove quale se lui lei loro nostro nostra nostri suo sua suoi tuo tua delle degli nello nella nelle sul sulla dalla dai col vi ne qui adesso ora poi
num: zero=0 uno=1 una=1 due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 dodici=12 tredici=13 quattordici=14 quindici=15 sedici=16 diciassette=17 diciotto=18 diciannove=19 venti=20 ventuno=21 ventotto=28 trenta=30 trentuno=31 quaranta=40 cinquanta=50 sessanta=60 settanta=70 ottanta=80 novanta=90 cento=100 duecento=200 trecento=300 quattrocento=400 cinquecento=500 mille=1000 mila=1000 milione=1000000 milioni=1000000 dozzina=12 paio_di=2
num: ventidue=22 ventitré=23 ventiquattro=24 venticinque=25 ventisei=26 ventisette=27 ventinove=29 trentadue=32 trentatré=33 trentaquattro=34 trentacinque=35 trentasei=36 trentasette=37 trentotto=38 trentanove=39 quarantuno=41 quarantadue=42 quarantatré=43 quarantaquattro=44 quarantacinque=45 quarantasei=46 quarantasette=47 quarantotto=48 quarantanove=49 cinquantuno=51 cinquantadue=52 cinquantatré=53 cinquantaquattro=54 cinquantacinque=55 cinquantasei=56 cinquantasette=57 cinquantotto=58 cinquantanove=59 sessantuno=61 sessantadue=62 sessantatré=63 sessantaquattro=64 sessantacinque=65 sessantasei=66 sessantasette=67 sessantotto=68 sessantanove=69 settantuno=71 settantadue=72 settantatré=73 settantaquattro=74 settantacinque=75 settantasei=76 settantasette=77 settantotto=78 settantanove=79 ottantuno=81 ottantadue=82 ottantatré=83 ottantaquattro=84 ottantacinque=85 ottantasei=86 ottantasette=87 ottantotto=88 ottantanove=89 novantuno=91 novantadue=92 novantatré=93 novantaquattro=94 novantacinque=95 novantasei=96 novantasette=97 novantotto=98 novantanove=99 seicento=600 settecento=700 ottocento=800 novecento=900 duemila=2000 tremila=3000 quattromila=4000 cinquemila=5000 seimila=6000 settemila=7000 ottomila=8000 novemila=9000
num: ventuna=21 trentuna=31 cent'=100 centinaio=100 centinaia=100 migliaio=1000 migliaia=1000 miliardo=1000000000 miliardi=1000000000 decina=10 decine=10 quindicina=15 ventina=20 trentina=30 cinquantina=50 dozzine=12 mezza_dozzina=6 un_paio=2 un_paio_di=2 coppia_di=2 entrambi=2 entrambe=2 diecimila=10000 ventimila=20000 centomila=100000 duecentocinquanta=250 centocinquanta=150 centoventi=120 milleduecento=1200 millecinquecento=1500 duemilacinquecento=2500 millequattrocento=1400 milleseicento=1600 milleottocento=1800 doppio=2 triplo=3
num: centodieci=110 centododici=112 centoquindici=115 centoventicinque=125 centotrenta=130 centoquaranta=140 centosessanta=160 centosettanta=170 centosettantacinque=175 centoottanta=180 centonovanta=190 duecentodieci=210 duecentododici=212 duecentoquindici=215 duecentoventi=220 duecentoventicinque=225 duecentotrenta=230 duecentoquaranta=240 duecentosessanta=260 duecentosettanta=270 duecentosettantacinque=275 duecentoottanta=280 duecentonovanta=290 trecentodieci=310 trecentododici=312 trecentoquindici=315 trecentoventi=320 trecentoventicinque=325 trecentotrenta=330 trecentoquaranta=340 trecentocinquanta=350 trecentosessanta=360 trecentosettanta=370 trecentosettantacinque=375 trecentoottanta=380 trecentonovanta=390 quattrocentodieci=410 quattrocentododici=412 quattrocentoquindici=415 quattrocentoventi=420 quattrocentoventicinque=425 quattrocentotrenta=430 quattrocentoquaranta=440 quattrocentocinquanta=450 quattrocentosessanta=460 quattrocentosettanta=470
num: quattrocentosettantacinque=475 quattrocentoottanta=480 quattrocentonovanta=490 cinquecentodieci=510 cinquecentododici=512 cinquecentoquindici=515 cinquecentoventi=520 cinquecentoventicinque=525 cinquecentotrenta=530 cinquecentoquaranta=540 cinquecentocinquanta=550 cinquecentosessanta=560 cinquecentosettanta=570 cinquecentosettantacinque=575 cinquecentoottanta=580 cinquecentonovanta=590 seicentodieci=610 seicentododici=612 seicentoquindici=615 seicentoventi=620 seicentoventicinque=625 seicentotrenta=630 seicentoquaranta=640 seicentocinquanta=650 seicentosessanta=660 seicentosettanta=670 seicentosettantacinque=675 seicentoottanta=680 seicentonovanta=690 settecentodieci=710 settecentododici=712 settecentoquindici=715 settecentoventi=720 settecentoventicinque=725 settecentotrenta=730 settecentoquaranta=740 settecentocinquanta=750 settecentosessanta=760 settecentosettanta=770 settecentosettantacinque=775 settecentoottanta=780 settecentonovanta=790
num: ottocentodieci=810 ottocentododici=812 ottocentoquindici=815 ottocentoventi=820 ottocentoventicinque=825 ottocentotrenta=830 ottocentoquaranta=840 ottocentocinquanta=850 ottocentosessanta=860 ottocentosettanta=870 ottocentosettantacinque=875 ottocentoottanta=880 ottocentonovanta=890 novecentodieci=910 novecentododici=912 novecentoquindici=915 novecentoventi=920 novecentoventicinque=925 novecentotrenta=930 novecentoquaranta=940 novecentocinquanta=950 novecentosessanta=960 novecentosettanta=970 novecentosettantacinque=975 novecentoottanta=980 novecentonovanta=990
one: un una uno
ord: primo=1 prima=1 secondo=2 seconda=2 terzo=3 terza=3 quarto=4 quinta=5 quinto=5
ord: sesto=6 sesta=6 settimo=7 settima=7 ottavo=8 ottava=8 nono=9 nona=9 decimo=10 decima=10 undicesimo=11 dodicesimo=12 tredicesimo=13 quattordicesimo=14 quindicesimo=15 ventesimo=20 trentesimo=30 quarta=4 prime=1 primi=1
half: mezzo mezza mezz'
half: un_quarto=0.25 tre_quarti=0.75 un_terzo=0.333333 due_terzi=0.666667
plus: e_mezza=0.5 e_mezzo=0.5 e_un_quarto=0.25
plus: e_tre_quarti=0.75 e_un_mezzo=0.5 meno_un_quarto=-0.25 meno_cinque=-0.0834 meno_dieci=-0.1667 meno_venti=-0.3334 meno_venticinque=-0.4167
unit: etto=hg etti=hg secondo=s secondi=s minuto=min minuti=min ora=h ore=h giorno=d giorni=d notte=d notti=d settimana=wk settimane=wk mese=mo mesi=mo anno=y anni=y centimetri=cm metro=m metri=m chilometro=km chilometri=km km=km grammo=g grammi=g chilo=kg chili=kg kg=kg litro=l litri=l gradi=deg grado=deg per_cento=pct percento=pct euro=EUR dollaro=USD dollari=USD centesimi=cent
unit: sec=s min=min h=h giornata=d giornate=d nottata=d pernottamenti=d settimanale=wk mm=mm millimetro=mm millimetri=mm cm=cm centimetro=cm m=m pollice=in pollici=in piedi=ft miglia=mi mg=mg milligrammo=mg milligrammi=mg g=g gr=g chilogrammo=kg chilogrammi=kg kili=kg quintale=kg tonnellata=t tonnellate=t ml=ml millilitro=ml millilitri=ml cl=cl centilitri=cl decilitri=dl celsius=C eur=EUR sterline=GBP sterlina=GBP franchi=CHF centesimo=cent rubli=RUB ettaro=ha ettari=ha metri_quadri=m2 metri_quadrati=m2 metro_quadro=m2 mq=m2 km_h=kmh chilometri_orari=kmh kw=kW kwh=kWh watt=W giga=GB gb=GB gigabyte=GB mb=MB calorie=kcal cucchiaio=tbsp cucchiai=tbsp cucchiaino=tsp cucchiaini=tsp tazza=cup tazze=cup
unit: dollari_canadesi=CAD dollari_australiani=AUD dollari_americani=USD franchi_svizzeri=CHF sterline_inglesi=GBP
month: gennaio=1 febbraio=2 marzo=3 aprile=4 maggio=5 giugno=6 luglio=7 agosto=8 settembre=9 ottobre=10 novembre=11 dicembre=12
month: gen=1 feb=2 apr=4 mag=5 giu=6 lug=7 sett=9 ott=10 nov=11 dic=12
day: lunedì=1 martedì=2 mercoledì=3 giovedì=4 venerdì=5 sabato=6 domenica=7
day: mer=3 gio=4 ven=5 sab=6
rel: oggi=0 stasera=0 stamattina=0 domani=1 dopodomani=2 ieri=-1
rel: oggi_pomeriggio=0 stanotte=0 stamane=0 quest'oggi=0 domattina=1 domani_mattina=1 domani_sera=1 domani_pomeriggio=1 l'altro_ieri=-2 avantieri=-2 altroieri=-2 ieri_sera=-1 ieri_mattina=-1 posdomani=2
span: giorno=d giorni=d settimana=w settimane=w fine_settimana=e weekend=e mese=m mesi=m anno=y anni=y
span: weekends=e giornata=d giornate=d quindicina=f
next: prossimo prossima prossimi seguente che_viene
next: prossime seguenti successivo successiva entrante
last: scorso scorsa passato passata ultimo ultima
last: scorsi scorse ultimi ultime precedente
this: questo questa
this: quest' questi queste
ago: fa prima
in: tra fra
in: entro nel_giro_di
later: dopo
later: più_tardi dopo_di_che
am: di_mattina del_mattino mattina am
am: al_mattino la_mattina mattino stamattina in_mattinata
pm: di_pomeriggio del_pomeriggio di_sera sera pomeriggio pm cena
pm: al_pomeriggio la_sera alla_sera di_notte serata in_serata nel_pomeriggio
clock: mezzogiorno=12:00 mezzanotte=00:00
hour: ore
hour: ora in_punto
at: alle all' verso_le dalle le ore entro_le
at: alla dalla fino_alle fino_all' per_le intorno_alle circa_alle attorno_alle dopo_le prima_delle tra_le
before: meno_un_quarto=15
not: non senza tranne eccetto invece_di invece_del invece_della mai niente nessun nessuno nessuna al_posto_di né evita escluso
not: senz' al_posto_del al_posto_della anziché piuttosto_che salvo fatta_eccezione_per ad_eccezione_di a_parte neanche nemmeno neppure giammai escludendo escludi
notpost: superfluo superflua è_troppo non_viene non_serve è_malato non_voglio non_vogliamo non_mi_serve non_ci_serve non_serve_nessuno non_lo_voglio non_la_voglio non_ho_bisogno non_posso non_mangio non_mi_interessa non_è_necessario non_è_necessaria
notpost: non_occorre non_è_più non_viene_più non_vengono non_servono non_mi_servono non_ci_servono non_è_richiesto è_annullato è_annullata è_saltato non_li_voglio non_le_voglio non_ne_ho_bisogno non_ne_abbiamo_bisogno non_ci_interessa non_mi_piace non_funziona non_va
pass: non_più_di non_meno_di non_solo nessun_problema non_dimenticare non_prima non_oltre perché_no niente_di_meno
pass: non_c'è_problema non_c'è_fretta senza_fretta senza_problemi senz'altro niente_male non_male non_si_preoccupi non_ti_preoccupare non_dimenticarti non_appena non_più_tardi_di non_è_vero non_troppo nessuna_fretta di_niente non_fa_niente
pass: meno_un_quarto meno_dieci meno_cinque meno_venti
but: ma però perché bensì
but: poiché siccome tuttavia dato_che mentre
only: solo soltanto solamente
only: unicamente esclusivamente nient'altro_che
sorry: anzi scusa in_realtà meglio volevo_dire aspetta no_scusa scusi ho_sbagliato ho_letto_male correggo cambio_di_programma mi_sono_sbagliato mi_sono_sbagliata mi_correggo rettifico errore_mio ops pardon no_anzi ho_cambiato_idea ci_ho_ripensato facciamo_invece o_meglio voglio_dire mi_scusi scusami lascia_stare
sorry: no_aspetta aspetti un_attimo un_momento no_aspetti ah_no no_pardon volevo_scrivere intendevo cioè_no mi_sono_confuso mi_sono_confusa mi_sono_espresso_male ho_detto_male ho_scritto_male mi_son_sbagliato pensandoci_bene a_pensarci_bene ripensandoci ci_ripenso meglio_se meglio_fare facciamo_che sia facciamo_così al_posto_di_quello invece_no errore_di_battitura refuso mea_culpa mannaggia come_non_detto lascia_perdere lasci_perdere chiedo_scusa in_effetti
drop: togli cancella cancellare annulla elimina rimuovi
drop: leva levare leva_via scarta scartare elimini rimuovere rimuova depenna cancelli annulli disdici disdire
yes: sì certo va_bene esatto perfetto d'accordo ok confermo giusto benissimo procedi procedo volentieri perché_no con_piacere magari sarebbe_perfetto certamente assolutamente_sì
no: no non_ancora mai meglio_di_no no_grazie per_niente assolutamente_no direi_di_no
no: nah noo neanche_per_sogno meglio_no non_serve non_importa un'altra_volta magari_un'altra_volta per_ora_no oggi_no stavolta_no no_no non_è_necessario sto_bene_così siamo_a_posto
or: o oppure
or: ovvero o_anche sia
and: e ed più inoltre
and: nonché
from: andata da dal dalla dalle partenza_da tra fra dallo dagli dai in_partenza_da provenienza
from: partenza partendo_da a_decorrere_da a_partire_dal inizio comincia proveniente_da venendo_da
to: ritorno a=for al=for alla=for alle fino_a verso per=for fino_al e destinazione diretto_a arrivo in_direzione fino_alle
to: fino_ai fino_alla termina con_arrivo_a diretti_a verso_il
min: almeno minimo come_minimo più_di oltre superiore_a maggiore_di superi superare oltrepassi non_meno_di a_partire_da al_di_sopra_di sopra_i sopra_gli
min: non_sotto non_meno_del oltre_i oltre_le perlomeno quantomeno a_dir_poco non_prima_delle non_inferiore_a superiori_a maggiori_di più_che minimo_di
max: al_massimo massimo meno_di non_più_di entro fino_a inferiore_a minore_di al_di_sotto_di non_oltre sotto_i sotto_gli massimo_di limite_di tetto_di al_più_tardi
max: non_oltre_i non_oltre_le sotto_le tutt'al_più al_più non_superiore_a inferiori_a minori_di entro_i entro_le massima_di fino_ad_un_massimo_di fino_a_un_massimo_di non_più_tardi_di limitato_a
minpost: minimo o_più in_su come_minimo o_superiore
minpost: almeno e_più o_maggiore in_poi e_oltre in_avanti
maxpost: massimo o_meno al_massimo in_giù o_inferiore
maxpost: e_meno o_minore tutt'al_più al_più al_più_tardi max
all: tutto tutti tutte tutta ogni entrambi entrambe tutti_e_due il_resto gli_altri tutto_il_resto
all: tutti_quanti tutte_e_due ciascuna il_restante i_restanti le_altre l'intero
any: qualsiasi qualunque indifferente
any: uno_qualsiasi una_qualsiasi fa_lo_stesso non_fa_differenza è_uguale mi_è_indifferente come_preferisci come_preferisce a_piacere
least: meno_caro=price più_economico=price prima=time più_presto=time più_vicino=distance più_breve=duration più_veloce=duration più_piccolo=size
least: più_economica=price meno_costoso=price meno_cara=price più_vicina=distance più_corto=duration più_rapido=duration più_piccola=size
most: più_caro=price più_tardi=time più_grande=size migliore=rating
most: più_cara=price più_costoso=price più_lontano=distance più_recente=time più_lungo=duration più_lunga=duration meglio_recensito=rating
dot: punto=. chiocciola=@ barra=/ trattino=- trattino_basso=_
dot: meno=-
leave: senza escludere togliere evitare
people: persone persona ospiti passeggeri coperti adulti
people: partecipanti ospite invitati posti_a_tavola pax passeggero viaggiatori bambini ragazzi
mean: rosso=red rossa=red blu=blue azzurro=blue verde=green nero=black nera=black bianco=white bianca=white giallo=yellow grigio=grey posta=email chiamata=call messaggio=sms grande=large piccolo=small piccola=small medio=medium finestrino=window corridoio=aisle andata_e_ritorno=round sola_andata=one giornaliero=daily settimanale=weekly mensile=monthly urgente=urgent alta=high bassa=low treno=train autobus=bus macchina=car auto=car aereo=plane colazione=breakfast matrimoniale=double doppia=double singola=single terrazza=terrace fuori=outdoor aperto=outdoor dentro=indoor interno=indoor cucina=kitchen soggiorno=living camera=bedroom bagno=bathroom carta=card contanti=cash bonifico=transfer ritiro=pickup consegna=delivery freddo=cold caldo=hot piccante=spicy mattina=morning pomeriggio=afternoon sera=evening bambino=child bambini=children adulti=adults cane=pet fattura=invoice ricevuta=receipt assicurazione=insurance regalo=gift rotto=broken danneggiato=damaged caro=cost
mean: rossi=red rosse=red azzurra=blue azzurri=blue verdi=green neri=black nere=black bianchi=white bianche=white gialla=yellow grigia=grey marrone=brown rosa=pink arancione=orange viola=purple argento=silver telefonata=call chiamare=call telefono=call grandi=large piccoli=small media=medium finestra=window finestre=window a/r=round solo_andata=one ogni_giorno=daily quotidiano=daily giornaliera=daily ogni_settimana=weekly ogni_mese=monthly annuale=yearly ogni_anno=yearly urgenza=urgent alto=high basso=low normale=normal normali=normal treni=train pullman=bus corriera=bus volo=plane bici=bike bicicletta=bike a_piedi=foot colazioni=breakfast pranzo=lunch cena=dinner vegetariano=vegetarian vegetariana=vegetarian vegano=vegan vegana=vegan glutine=gluten lattosio=lactose letto=bed letti=bed doppio=double singolo=single letti_separati=twin due_letti=twin dehors=terrace all'aperto=outdoor esterno=outdoor al_chiuso=indoor cucine=kitchen salotto=living
mean: camera_da_letto=bedroom bagni=bathroom carta_di_credito=card contante=cash bonifici=transfer fatture=invoice scontrino=receipt ritirare=pickup ritiro_in_negozio=pickup asporto=pickup consegnare=delivery consegne=delivery domicilio=delivery fredda=cold calda=hot tiepido=warm piccanti=spicy mattino=morning mattinata=morning pomeridiano=afternoon di_pomeriggio=afternoon serata=evening serale=evening notte=night bambina=child bambine=children figli=children neonato=infant neonata=infant adulto=adults anziano=senior pensionato=senior studente=student studentessa=student gatto=pet animale=pet animali=pet assicurare=insurance regali=gift rotta=broken guasto=broken danneggiata=damaged nuova=new nuovo=new usato=used usata=used aperta=open aperti=open chiuso=closed chiusa=closed pagato=paid pagata=paid non_pagato=unpaid insoluto=unpaid in_sospeso=pending in_attesa=pending confermato=confirmed confermata=confirmed annullato=cancelled annullata=cancelled disdetto=cancelled
mean: economica=economy turistica=economy prima_classe=first di_base=basic base=basic espressa=express espresso=express automatico=automatic automatica=automatic manuale=manual elettrico=electric elettrica=electric gasolio=diesel benzina=petrol sinistra=left sinistro=left destra=right destro=right vista_mare=sea mare=sea giardino=garden parcheggio=parking posto_auto=parking ascensore=elevator ascensore=lift fumatori=smoking fumare=smoking chiave=key chiavi=key promemoria=reminder ricordami=reminder notifica=notification avvisare=notification avviso=notification incartare=wrap confezione=wrap incartare=wrapping sconto=discount cauzione=deposit caparra=deposit acconto=deposit rimborso=refund cambio=exchange riparazione=repair riparare=repair principiante=beginner intermedio=intermediate avanzato=advanced maschio=male maschile=male femmina=female femminile=female sposato=married sposata=married furto=theft rubato=theft rubata=theft perso=lost
mean: persa=lost smarrito=lost incendio=fire acqua=water ferie=holiday vacanza=holiday ferie=vacation vacanza=vacation malato=sick malata=sick malattia=sick a_casa=home ufficio=office in_linea=online in_presenza=onsite sul_posto=onsite per_posta=post corriere=courier privato=private privata=private pubblico=public pubblica=public azienda=company ditta=company zucchero=sugar latte=milk avena=oat pollo=chicken manzo=beef maiale=pork pesce=fish frutti_di_mare=seafood verdure=vegetable verdura=vegetable pane=bread formaggio=cheese caffè=coffee tè=tea vino=wine birra=beer asciugamano=towel asciugamani=towel casco=helmet tenda=tent sedia=chair sedie=chair tavolo=table tavoli=table balcone=balcony riscaldamento=heating luce=light luci=light allarme=alarm sveglia=alarm accompagnatore=companion interprete=interpreter sedia_a_rotelle=wheelchair allergia=allergies allergico=allergies allergica=allergies foto=photo appuntamento=appointment io_stesso=self compagno=partner
mean: compagna=partner genitore=parent genitori=parent bollito=boiled fritto=fried fritta=fried alla_griglia=grilled sottile=thin spesso=thick morbido=soft duro=hard secco=dry secca=dry legno=wood metallo=metal plastica=plastic vetro=glass pelle=leather cuoio=leather cotone=cotton lana=wool sempre=always mai=never una_volta=once tedesco=german tedesca=german inglese=english francese=french spagnolo=spanish spagnola=spanish italiano=italian italiana=italian arabo=arabic giapponese=japanese scuro=dark scura=dark
holiday: capodanno=01-01 san_silvestro=12-31 vigilia_di_natale=12-24 natale=12-25 san_valentino=02-14 ferragosto=08-15
holiday: vigilia=12-24 ultimo_dell'anno=12-31 notte_di_san_silvestro=12-31 primo_dell'anno=01-01 epifania=01-06 befana=01-06 ognissanti=11-01 festa_della_repubblica=06-02 santo_stefano=12-26 immacolata=12-08 liberazione=04-25
days: giorni_feriali=12345 ogni_giorno=1234567
days: dal_lunedì_al_venerdì=12345 lunedì-venerdì=12345 infrasettimanale=12345 tutti_i_giorni=1234567 giornalmente=1234567 ogni_mattina=1234567 ogni_sera=1234567 nel_weekend=67 nei_weekend=67
then: quindi allora dunque corretto
lapse: mezz'ora=30 mezzora=30 quarto_d'ora=15
lapse: tre_quarti_d'ora=45 un_quarto_d'ora=15 mezzoretta=30 mezz'oretta=30 un'oretta=60 oretta=60
calc: dividere ciascuno totale somma meno più metà resto doppio altri
calc: dividi dividiamo insieme raddoppia
off: spegni spegnere spento disattiva disattivare disattivato chiuso
off: disattivata spenga spenta disabilita disabilitare disabilitato chiudi chiudere chiusa silenzia silenziare silenzioso
mine: io me mio mia noi nostro nostra stavolta questa_volta
mine: nostri nostre stesso_io quest'anno
theirs: sorella fratello madre padre marito moglie figlio figlia amico amica collega vicino vicina capo cugino l'ultima_volta l'anno_scorso vecchio vecchia
theirs: nonna nonno zia zio cugina nipote cognato cognata suocera suocero coinquilino fidanzato fidanzata mamma papà compagno_di_stanza il_mese_scorso la_settimana_scorsa l'altra_volta colleghi vicini
swap: sostituisci=con sostituire=con sostituisca=con cambia=con/in cambiare=con/in scambia=con scambiare=con rimpiazza=con converti=in convertire=in
swap: scambi=con rimpiazzare=con sposta=a/al/alle spostare=a/al/alle sposti=a/al/alle cambi=con/in
flip: al_contrario viceversa scambiali invertili
flip: all'inverso il_contrario inverti inverso
