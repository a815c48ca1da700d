# Dutch
stop: de het een en van ik is voor met niet op te dat mijn aan graag naar wil om tot nog maar we u zijn heb die er ook bij kan dan wat wij deze dit haar hij ze ja
stop: als of zo nu geen ben bent was waren hebben heeft had moet moeten kunnen zal zou wel onze ons hun hem je jij jullie uw dus toen daar waar wie hoe door tussen over na
num: nul=0 twee=2 drie=3 vier=4 vijf=5 zes=6 zeven=7 acht=8 negen=9 tien=10 elf=11 twaalf=12 dertien=13 veertien=14 vijftien=15 zestien=16 zeventien=17 achttien=18 negentien=19 twintig=20 dertig=30 veertig=40 vijftig=50 zestig=60 zeventig=70 tachtig=80 negentig=90 honderd=100 duizend=1000 miljoen=1000000 dozijn=12 anderhalf=1.5 anderhalve=1.5 één=1
num: eenentwintig=21 tweeëntwintig=22 drieëntwintig=23 vierentwintig=24 vijfentwintig=25 zesentwintig=26 zevenentwintig=27 achtentwintig=28 negenentwintig=29 eenendertig=31 tweeëndertig=32 drieëndertig=33 vierendertig=34 vijfendertig=35 zesendertig=36 zevenendertig=37 achtendertig=38 negenendertig=39 eenenveertig=41 tweeënveertig=42 drieënveertig=43 vierenveertig=44 vijfenveertig=45 zesenveertig=46 zevenenveertig=47 achtenveertig=48 negenenveertig=49 eenenvijftig=51 tweeënvijftig=52 drieënvijftig=53 vierenvijftig=54 vijfenvijftig=55 zesenvijftig=56 zevenenvijftig=57 achtenvijftig=58 negenenvijftig=59 eenenzestig=61 tweeënzestig=62 drieënzestig=63 vierenzestig=64 vijfenzestig=65 zesenzestig=66 zevenenzestig=67 achtenzestig=68 negenenzestig=69 eenenzeventig=71 tweeënzeventig=72 drieënzeventig=73 vierenzeventig=74 vijfenzeventig=75 zesenzeventig=76 zevenenzeventig=77 achtenzeventig=78 negenenzeventig=79 eenentachtig=81 tweeëntachtig=82 drieëntachtig=83 vierentachtig=84 vijfentachtig=85 zesentachtig=86 zevenentachtig=87 achtentachtig=88 negenentachtig=89 eenennegentig=91 tweeënnegentig=92 drieënnegentig=93 vierennegentig=94 vijfennegentig=95 zesennegentig=96 zevenennegentig=97 achtennegentig=98 negenennegentig=99 tweehonderd=200 driehonderd=300 vierhonderd=400 vijfhonderd=500 zeshonderd=600 zevenhonderd=700 achthonderd=800 negenhonderd=900 tweeduizend=2000 drieduizend=3000 vierduizend=4000 vijfduizend=5000 zesduizend=6000 zevenduizend=7000 achtduizend=8000 negenduizend=9000
num: twee-en-een-half=2.5 tweeënhalf=2.5 tweeëneenhalf=2.5 drieënhalf=3.5 drieëneenhalf=3.5 vierenhalf=4.5 vijfenhalf=5.5 miljard=1000000000 tientje=10 tientallen=10 dozijnen=12 half_dozijn=6 stuk_of_tien=10 met_z'n_tweeën=2 met_zijn_tweeën=2 met_z'n_drieën=3 met_zijn_drieën=3 met_z'n_vieren=4 met_zijn_vieren=4 met_z'n_vijven=5 met_zijn_vijven=5 met_z'n_zessen=6 beide=2 allebei=2 paar=2 dubbel=2 tweemaal=2 driemaal=3 elfhonderd=1100 twaalfhonderd=1200 vijftienhonderd=1500 tienduizend=10000 twintigduizend=20000 honderdvijftig=150 honderdtwintig=120 tweehonderdvijftig=250
num: honderdtien=110 honderdtwaalf=112 honderdvijftien=115 honderdvijfentwintig=125 honderddertig=130 honderdveertig=140 honderdzestig=160 honderdzeventig=170 honderdvijfenzeventig=175 honderdtachtig=180 honderdnegentig=190 tweehonderdtien=210 tweehonderdtwaalf=212 tweehonderdvijftien=215 tweehonderdtwintig=220 tweehonderdvijfentwintig=225 tweehonderddertig=230 tweehonderdveertig=240 tweehonderdzestig=260 tweehonderdzeventig=270 tweehonderdvijfenzeventig=275 tweehonderdtachtig=280 tweehonderdnegentig=290 driehonderdtien=310 driehonderdtwaalf=312 driehonderdvijftien=315 driehonderdtwintig=320 driehonderdvijfentwintig=325 driehonderddertig=330 driehonderdveertig=340 driehonderdvijftig=350 driehonderdzestig=360 driehonderdzeventig=370 driehonderdvijfenzeventig=375 driehonderdtachtig=380 driehonderdnegentig=390 vierhonderdtien=410 vierhonderdtwaalf=412 vierhonderdvijftien=415 vierhonderdtwintig=420 vierhonderdvijfentwintig=425 vierhonderddertig=430
num: vierhonderdveertig=440 vierhonderdvijftig=450 vierhonderdzestig=460 vierhonderdzeventig=470 vierhonderdvijfenzeventig=475 vierhonderdtachtig=480 vierhonderdnegentig=490 vijfhonderdtien=510 vijfhonderdtwaalf=512 vijfhonderdvijftien=515 vijfhonderdtwintig=520 vijfhonderdvijfentwintig=525 vijfhonderddertig=530 vijfhonderdveertig=540 vijfhonderdvijftig=550 vijfhonderdzestig=560 vijfhonderdzeventig=570 vijfhonderdvijfenzeventig=575 vijfhonderdtachtig=580 vijfhonderdnegentig=590 zeshonderdtien=610 zeshonderdtwaalf=612 zeshonderdvijftien=615 zeshonderdtwintig=620 zeshonderdvijfentwintig=625 zeshonderddertig=630 zeshonderdveertig=640 zeshonderdvijftig=650 zeshonderdzestig=660 zeshonderdzeventig=670 zeshonderdvijfenzeventig=675 zeshonderdtachtig=680 zeshonderdnegentig=690 zevenhonderdtien=710 zevenhonderdtwaalf=712 zevenhonderdvijftien=715 zevenhonderdtwintig=720 zevenhonderdvijfentwintig=725 zevenhonderddertig=730 zevenhonderdveertig=740
num: zevenhonderdvijftig=750 zevenhonderdzestig=760 zevenhonderdzeventig=770 zevenhonderdvijfenzeventig=775 zevenhonderdtachtig=780 zevenhonderdnegentig=790 achthonderdtien=810 achthonderdtwaalf=812 achthonderdvijftien=815 achthonderdtwintig=820 achthonderdvijfentwintig=825 achthonderddertig=830 achthonderdveertig=840 achthonderdvijftig=850 achthonderdzestig=860 achthonderdzeventig=870 achthonderdvijfenzeventig=875 achthonderdtachtig=880 achthonderdnegentig=890 negenhonderdtien=910 negenhonderdtwaalf=912 negenhonderdvijftien=915 negenhonderdtwintig=920 negenhonderdvijfentwintig=925 negenhonderddertig=930 negenhonderdveertig=940 negenhonderdvijftig=950 negenhonderdzestig=960 negenhonderdzeventig=970 negenhonderdvijfenzeventig=975 negenhonderdtachtig=980 negenhonderdnegentig=990
one: een
ord: eerste=1 tweede=2 derde=3 vierde=4 vijfde=5
ord: zesde=6 zevende=7 achtste=8 negende=9 tiende=10 elfde=11 twaalfde=12 dertiende=13 veertiende=14 vijftiende=15 zestiende=16 zeventiende=17 achttiende=18 negentiende=19 twintigste=20 eenentwintigste=21 tweeëntwintigste=22 drieëntwintigste=23 vierentwintigste=24 vijfentwintigste=25 dertigste=30 eenendertigste=31
half: half halve
half: een_halve een_half
half: kwart=0.25 een_kwart=0.25 driekwart=0.75 een_derde=0.333333 twee_derde=0.666667
unit: seconde=s seconden=s minuut=min minuten=min uur=h uren=h dag=d dagen=d nacht=d nachten=d week=wk weken=wk maand=mo maanden=mo jaar=y meter=m kilometer=km gram=g kilo=kg liter=l graden=deg procent=pct euro=EUR cent=cent
unit: sec=s min=min minuutje=min minuutjes=min uurtje=h uurtjes=h u=h etmaal=d weekje=wk maandje=mo jaren=y mm=mm millimeter=mm cm=cm centimeter=cm m=m km=km kilometers=km mg=mg milligram=mg g=g gr=g grammen=g ons=hg pond=lb kg=kg kilogram=kg ton=t ml=ml milliliter=ml cl=cl centiliter=cl dl=dl deciliter=dl l=l liters=l celsius=C percent=pct eur=EUR eurootje=EUR dollar=USD dollars=USD ponden=GBP centen=cent frank=CHF hectare=ha vierkante_meter=m2 m2=m2 km_h=kmh kilometer_per_uur=kmh kw=kW kwh=kWh watt=W gb=GB gigabyte=GB mb=MB megabyte=MB tb=TB calorieën=kcal eetlepel=tbsp eetlepels=tbsp theelepel=tsp theelepels=tsp kopje=cup kopjes=cup
unit: canadese_dollar=CAD australische_dollar=AUD amerikaanse_dollar=USD zwitserse_frank=CHF britse_pond=GBP
month: januari=1 februari=2 maart=3 april=4 mei=5 juni=6 juli=7 augustus=8 september=9 oktober=10 november=11 december=12
month: jan=1 feb=2 febr=2 mrt=3 apr=4 jun=6 jul=7 aug=8 sept=9 sep=9 okt=10 nov=11 dec=12
day: maandag*=1 dinsdag*=2 woensdag*=3 donderdag*=4 vrijdag*=5 zaterdag*=6 zondag*=7
rel: vandaag=0 vanavond=0 morgen=1 overmorgen=2 gisteren=-1
rel: vanmorgen=0 vanochtend=0 vanmiddag=0 vannacht=0 hedenavond=0 heden=0 morgenochtend=1 morgenmiddag=1 morgenavond=1 morgenvroeg=1 gisteravond=-1 gisterenavond=-1 gistermorgen=-1 eergisteren=-2
span: dag=d dagen=d week=w weken=w weekend=e maand=m maanden=m jaar=y
next: volgende komende
next: aanstaande eerstvolgende
last: vorige afgelopen
last: laatste verleden
this: deze dit
ago: geleden
ago: eerder ervoor
in: over
am: ochtend 's_ochtends ochtends
am: 's_morgens morgens voormiddag vroege_ochtend
pm: avond middag 's_avonds avonds 's_middags middags
pm: namiddag 's_nachts nachts vanavond vanmiddag
clock: middernacht=00:00
clock: twaalf_uur_'s_middags=12:00
hour: uur
at: om tegen rond vanaf tot
at: voor na van circa omstreeks
past: kwart_over=15
past: kwart_na=15 vijf_over=5 tien_over=10 twintig_over=20
before: half=30 kwart_voor=15
before: vijf_voor_half=35 vijf_over_half=25 tien_voor_half=40 tien_over_half=20 vijf_voor=5 tien_voor=10 twintig_voor=20
not: niet geen zonder behalve in_plaats_van nooit noch
not: nergens niets niks niemand uitgezonderd met_uitzondering_van buiten ipv afgezien_van liever_geen evenmin
notpost: onnodig overbodig niet weg niet_meer hoeft_niet hoeven_niet hoef_ik_niet heb_ik_niet_nodig hebben_we_niet_nodig wil_ik_niet willen_we_niet eet_ik_niet kan_ik_niet is_niet_nodig niet_nodig
notpost: gaat_niet_door is_geannuleerd is_afgezegd vervalt niet_gewenst heb_ik_al hebben_we_al lust_ik_niet hoeft_niet_meer laat_maar_weg kan_weg mag_weg is_niet_meer doe_ik_niet doen_we_niet
pass: niet_meer_dan niet_later_dan niet_alleen geen_probleem niet_voor vergeet_niet
pass: niet_erg geen_haast geen_punt geen_zorgen niet_vroeger_dan niet_eerder_dan niet_minder_dan niet_slecht niet_waar maakt_niet_uit niet_per_se zonder_twijfel
but: maar want omdat
only: alleen enkel slechts
sorry: eigenlijk toch liever ik_bedoel wacht beter nee_sorry sorry correctie ik_vergis_me verandering_van_plan foutje of_nee nee_wacht ik_bedoelde oeps doe_maar_toch bij_nader_inzien ik_corrigeer foutje_van_mij verkeerd of_eigenlijk beter_gezegd ik_heb_me_vergist maak_er_toch
sorry: nee_ik_bedoel nee_toch ach_nee o_nee oh_nee pardon excuses wacht_even wacht_eens momentje tikfout typefout verschreven ik_heb_me_versproken bedenk_ik_me_nu ik_bedenk_me ik_heb_me_bedacht van_gedachten_veranderd verander_dat_in wijzig_dat_in maak_daar maak_er in_plaats_daarvan of_beter of_liever liever_toch toch_liever verkeerd_gezegd vergissing mijn_fout klopt_niet
drop: schrap annuleer vergeet verwijder verwijderen
drop: haal_weg laat_weg annuleren afzeggen wis wissen gooi_eruit stop
yes: ja prima goed klopt akkoord ok oke graag precies zeker waarom_niet lijkt_me_goed doe_maar zeker_weten natuurlijk uiteraard heel_graag
no: nee nog_niet liever_niet nee_dank nee_bedankt niet_nodig hoeft_niet
no: neen nee_hoor nee_joh zeker_niet absoluut_niet in_geen_geval geen_sprake_van niet_echt nu_niet vandaag_niet een_andere_keer misschien_later bedankt_niet laat_maar
or: of
or: ofwel hetzij
and: en
and: plus alsook evenals
from: heenreis vertrek van vanaf vanuit uit tussen
from: startend beginnend met_vertrek van_af sinds begint begin heenweg
to: terug terugreis naar tot aan=for en
to: richting terugweg bestemming eindigend tot_en_met t/m tot_aan aankomst onderweg_naar terugvlucht
min: minstens minimaal vanaf meer_dan ten_minste boven groter_dan langer_dan hoger_dan ouder_dan later_dan minimum niet_minder_dan vanaf_minimaal op_zijn_minst
min: niet_onder zwaarder_dan duurder_dan meer_als op_z'n_minst tenminste
max: hoogstens maximaal tot onder minder_dan kleiner_dan korter_dan lager_dan jonger_dan goedkoper_dan maximum niet_meer_dan niet_boven binnen uiterlijk niet_langer_dan op_zijn_hoogst
max: onder_de max ten_hoogste niet_ouder_dan niet_later_dan niet_hoger_dan niet_duurder_dan lichter_dan vroeger_dan op_z'n_hoogst hooguit limiet_van niet_verder_dan
all: alle alles elke iedere allebei de_rest het_overige
all: iedereen allemaal alle_twee beide ieder de_overige de_anderen geheel
any: maakt_niet_uit willekeurig
any: eender_welke om_het_even geen_voorkeur welke_dan_ook boeit_niet kies_maar
least: goedkoopste=price vroegste=time dichtstbijzijnde=distance kortste=duration kleinste=size
least: goedkoopst=price goedkopere=price goedkoper=price vroegst=time eerste=time snelste=duration dichtstbij=distance dichtste=distance
most: duurste=price laatste=time grootste=size beste=rating
most: duurst=price later=time langste=duration nieuwste=time recentste=time best_beoordeelde=rating
leave: zonder uitsluiten vermijden
people: personen mensen gasten
people: man volwassenen kinderen deelnemers passagiers reizigers leerlingen
mean: rood=red blauw=blue groen=green zwart=black wit=white geel=yellow groot=large klein=small raam=window gangpad=aisle retour=round dagelijks=daily wekelijks=weekly maandelijks=monthly trein=train auto=car vliegtuig=plane ontbijt=breakfast keuken=kitchen woonkamer=living slaapkamer=bedroom ophalen=pickup bezorgen=delivery koud=cold heet=hot kapot=broken openstaande=open openstaand=open betaald=paid
mean: rode=red blauwe=blue groene=green zwarte=black witte=white gele=yellow grijs=grey grijze=grey bruin=brown bruine=brown roze=pink oranje=orange paars=purple zilver=silver mailen=email bellen=call telefonisch=call smsje=sms appje=sms grote=large kleine=small middelgroot=medium ramen=window bij_het_raam=window heen_en_terug=round enkele_reis=one enkeltje=one dagelijkse=daily elke_dag=daily elke_week=weekly wekelijkse=weekly elke_maand=monthly maandelijkse=monthly jaarlijks=yearly elk_jaar=yearly dringend=urgent spoed=urgent haast=urgent hoog=high hoge=high laag=low lage=low normale=normal treinen=train autobus=bus autos=car wagen=car vlucht=plane vliegen=plane fiets=bike te_voet=foot lopend=foot ontbijten=breakfast middageten=lunch avondeten=dinner diner=dinner vegetarisch=vegetarian vegetariër=vegetarian veganistisch=vegan glutenvrij=gluten lactosevrij=lactose bedden=bed dubbel=double dubbele=double tweepersoons*=double
mean: eenpersoons*=single twee_aparte_bedden=twin terras=terrace buiten=outdoor binnen=indoor keukens=kitchen huiskamer=living slaapkamers=bedroom badkamer=bathroom pinnen=card kaart=card creditcard=card pinpas=card contant=cash overschrijving=transfer overmaken=transfer factuur=invoice facturen=invoice bonnetje=receipt bon=receipt kassabon=receipt afhalen=pickup ophaal=pickup bezorging=delivery levering=delivery bezorgd=delivery leveren=delivery koude=cold hete=hot warme=warm pittig=spicy heet=spicy ochtend=morning ochtends=morning 's_ochtends=morning middag=afternoon 's_middags=afternoon avond=evening avonds=evening 's_avonds=evening nacht=night 's_nachts=night kind=child kindje=child kinderen=children baby=infant volwassenen=adults volwassene=adults senioren=senior gepensioneerd=senior scholier=student hond=pet kat=pet huisdier=pet verzekering=insurance verzekerd=insurance cadeau=gift kado=gift kapotte=broken defect=broken beschadigd=damaged
mean: beschadigde=damaged nieuw=new nieuwe=new gebruikt=used tweedehands=used gesloten=closed dicht=closed onbetaald=unpaid niet_betaald=unpaid in_behandeling=pending bevestigd=confirmed geannuleerd=cancelled afgezegd=cancelled zakelijk=business eerste_klas=first standaard=standard basis=basic spoedzending=express breekbaar=fragile automaat=automatic handgeschakeld=manual elektrisch=electric benzine=petrol links=left linker=left rechts=right rechter=right zeezicht=sea tuin=garden parkeerplaats=parking parkeren=parking lift=elevator roken=smoking rookt=smoking sleutel=key herinnering=reminder melding=notification bericht=notification inpakken=wrap inpakpapier=wrap inpakken=wrapping korting=discount borg=deposit aanbetaling=deposit terugbetaling=refund ruilen=exchange reparatie=repair repareren=repair herstellen=repair beginners=beginner gevorderd=intermediate gevorderde=advanced mannelijk=male vrouwelijk=female
mean: getrouwd=married gehuwd=married diefstal=theft gestolen=theft kwijt=lost verloren=lost brand=fire vakantie=holiday verlof=holiday vakantie=vacation verlof=vacation ziek=sick thuis=home kantoor=office ter_plaatse=onsite per_post=post koerier=courier privé=private openbaar=public bedrijf=company suiker=sugar melk=milk haver=oat havermelk=oat kip=chicken rundvlees=beef rund=beef varkensvlees=pork varken=pork vis=fish zeevruchten=seafood groente=vegetable brood=bread kaas=cheese koffie=coffee thee=tea wijn=wine bier=beer handdoek=towel handdoeken=towel helm=helmet stoel=chair stoelen=chair tafel=table tafels=table balkon=balcony verwarming=heating licht=light wekker=alarm begeleider=companion tolk=interpreter rolstoel=wheelchair allergie=allergies allergisch=allergies foto=photo afspraak=appointment mezelf=self ouder=parent ouders=parent gekookt=boiled gebakken=fried gefrituurd=fried gegrild=grilled dun=thin
mean: dunne=thin dik=thick dikke=thick zacht=soft zachte=soft harde=hard droog=dry droge=dry hout=wood houten=wood metaal=metal kunststof=plastic glas=glass leer=leather katoen=cotton wol=wool altijd=always nooit=never eenmalig=once duits=german duitse=german engels=english engelse=english frans=french franse=french spaans=spanish spaanse=spanish italiaans=italian arabisch=arabic japans=japanese donker=dark donkere=dark
holiday: oudejaarsavond=12-31 nieuwjaarsdag=01-01 kerstavond=12-24 kerst=12-25
holiday: oudjaar=12-31 oud_en_nieuw=12-31 nieuwjaar=01-01 eerste_kerstdag=12-25 tweede_kerstdag=12-26 kerstmis=12-25 sinterklaas=12-05 sinterklaasavond=12-05 koningsdag=04-27 valentijnsdag=02-14 bevrijdingsdag=05-05
days: doordeweeks=12345 werkdagen=12345 elke_dag=1234567
days: door_de_week=12345 weekdagen=12345 doordeweekse=12345 iedere_dag=1234567 dagelijks=1234567 elke_avond=1234567 elke_ochtend=1234567 weekends=67
then: dus begrepen genoteerd
lapse: half_uur=30 kwartier=15 halfuur=30
lapse: driekwartier=45 drie_kwartier=45 anderhalf_uur=90 halfuurtje=30 half_uurtje=30 kwartiertje=15 uurtje=60
calc: delen elk totaal samen minder meer helft rest
off: uit uitzetten stopzetten uitschakelen uitgeschakeld afmelden gesloten
off: afzetten uitgezet uitdoen deactiveer deactiveren gedeactiveerd sluit sluiten dempen gedempt afgesloten
mine: ik mij mijn wij ons onze deze_keer
mine: mezelf onszelf dit_jaar
theirs: zus broer moeder vader man vrouw zoon dochter vriend vriendin collega buurman buurvrouw baas neef vorige_keer vorig_jaar oude
theirs: oma opa oom tante nicht neefje nichtje schoonmoeder schoonvader zwager schoonzus huisgenoot mama papa vrienden buren vorige_week vorige_maand toenmalige
swap: vervang=door/met vervangen=door/met ruil=voor/tegen ruilen=voor/tegen wissel=voor/tegen/met wisselen=voor/tegen/met
swap: omruilen=voor/tegen vervangt=door verzet=naar verzetten=naar verplaats=naar verplaatsen=naar wijzig=in/naar wijzigen=in/naar verander=in/naar
flip: andersom omgekeerd draai_ze_om wissel_ze
minpost: of_meer minimaal minstens of_hoger en_ouder of_ouder
minpost: en_hoger en_meer of_groter of_langer of_later plus
maxpost: of_minder maximaal hoogstens of_lager of_jonger
maxpost: en_minder en_lager en_jonger of_kleiner of_korter of_eerder max op_zijn_hoogst hooguit
plus: en_een_half=0.5 en_een_halve=0.5 en_half=0.5
later: later daarna erna
dot: punt=. apenstaart=@ apenstaartje=@ streepje=- koppelteken=- schuine_streep=/ slash=/
dot: min=-
