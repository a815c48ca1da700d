# Dutch
stop: de het een en van ik is voor met niet op te dat mijn aan graag naar wil om tot nog maar we u zijn heb die er ook bij kan dan wat wij deze dit haar hij ze ja
num: nul=0 twee=2 drie=3 vier=4 vijf=5 zes=6 zeven=7 acht=8 negen=9 tien=10 elf=11 twaalf=12 dertien=13 veertien=14 vijftien=15 zestien=16 zeventien=17 achttien=18 negentien=19 twintig=20 dertig=30 veertig=40 vijftig=50 zestig=60 zeventig=70 tachtig=80 negentig=90 honderd=100 duizend=1000 miljoen=1000000 dozijn=12 anderhalf=1.5 anderhalve=1.5 één=1
num: eenentwintig=21 tweeëntwintig=22 drieëntwintig=23 vierentwintig=24 vijfentwintig=25 zesentwintig=26 zevenentwintig=27 achtentwintig=28 negenentwintig=29 eenendertig=31 tweeëndertig=32 drieëndertig=33 vierendertig=34 vijfendertig=35 zesendertig=36 zevenendertig=37 achtendertig=38 negenendertig=39 eenenveertig=41 tweeënveertig=42 drieënveertig=43 vierenveertig=44 vijfenveertig=45 zesenveertig=46 zevenenveertig=47 achtenveertig=48 negenenveertig=49 eenenvijftig=51 tweeënvijftig=52 drieënvijftig=53 vierenvijftig=54 vijfenvijftig=55 zesenvijftig=56 zevenenvijftig=57 achtenvijftig=58 negenenvijftig=59 eenenzestig=61 tweeënzestig=62 drieënzestig=63 vierenzestig=64 vijfenzestig=65 zesenzestig=66 zevenenzestig=67 achtenzestig=68 negenenzestig=69 eenenzeventig=71 tweeënzeventig=72 drieënzeventig=73 vierenzeventig=74 vijfenzeventig=75 zesenzeventig=76 zevenenzeventig=77 achtenzeventig=78 negenenzeventig=79 eenentachtig=81 tweeëntachtig=82 drieëntachtig=83 vierentachtig=84 vijfentachtig=85 zesentachtig=86 zevenentachtig=87 achtentachtig=88 negenentachtig=89 eenennegentig=91 tweeënnegentig=92 drieënnegentig=93 vierennegentig=94 vijfennegentig=95 zesennegentig=96 zevenennegentig=97 achtennegentig=98 negenennegentig=99 tweehonderd=200 driehonderd=300 vierhonderd=400 vijfhonderd=500 zeshonderd=600 zevenhonderd=700 achthonderd=800 negenhonderd=900 tweeduizend=2000 drieduizend=3000 vierduizend=4000 vijfduizend=5000 zesduizend=6000 zevenduizend=7000 achtduizend=8000 negenduizend=9000
one: een
ord: eerste=1 tweede=2 derde=3 vierde=4 vijfde=5
half: half halve
unit: seconde=s seconden=s minuut=min minuten=min uur=h uren=h dag=d dagen=d nacht=d nachten=d week=wk weken=wk maand=mo maanden=mo jaar=y meter=m kilometer=km gram=g kilo=kg liter=l graden=deg procent=pct euro=EUR cent=cent
month: januari=1 februari=2 maart=3 april=4 mei=5 juni=6 juli=7 augustus=8 september=9 oktober=10 november=11 december=12
day: maandag*=1 dinsdag*=2 woensdag*=3 donderdag*=4 vrijdag*=5 zaterdag*=6 zondag*=7
rel: vandaag=0 vanavond=0 morgen=1 overmorgen=2 gisteren=-1
span: dag=d dagen=d week=w weken=w weekend=e maand=m maanden=m jaar=y
next: volgende komende
last: vorige afgelopen
this: deze dit
ago: geleden
in: over
am: ochtend 's_ochtends ochtends
pm: avond middag 's_avonds avonds 's_middags middags
clock: middernacht=00:00
hour: uur
at: om tegen rond vanaf tot
past: kwart_over=15
before: half=30 kwart_voor=15
not: niet geen zonder behalve in_plaats_van nooit noch
notpost: onnodig overbodig niet weg niet_meer hoeft_niet hoeven_niet hoef_ik_niet heb_ik_niet_nodig hebben_we_niet_nodig wil_ik_niet willen_we_niet eet_ik_niet kan_ik_niet is_niet_nodig niet_nodig
pass: niet_meer_dan niet_later_dan niet_alleen geen_probleem niet_voor vergeet_niet
but: maar want omdat
only: alleen enkel slechts
sorry: eigenlijk toch liever ik_bedoel wacht beter nee_sorry sorry correctie ik_vergis_me verandering_van_plan foutje of_nee nee_wacht ik_bedoelde oeps doe_maar_toch bij_nader_inzien ik_corrigeer foutje_van_mij verkeerd of_eigenlijk beter_gezegd ik_heb_me_vergist maak_er_toch
drop: schrap annuleer vergeet verwijder verwijderen
yes: ja prima goed klopt akkoord ok oke graag precies zeker waarom_niet lijkt_me_goed doe_maar zeker_weten natuurlijk uiteraard heel_graag
no: nee nog_niet liever_niet nee_dank nee_bedankt niet_nodig hoeft_niet
or: of
and: en
from: heenreis vertrek van vanaf vanuit uit tussen
to: terug terugreis naar tot aan=for en
min: minstens minimaal vanaf meer_dan ten_minste boven groter_dan langer_dan hoger_dan ouder_dan later_dan minimum niet_minder_dan vanaf_minimaal op_zijn_minst
max: hoogstens maximaal tot onder minder_dan kleiner_dan korter_dan lager_dan jonger_dan goedkoper_dan maximum niet_meer_dan niet_boven binnen uiterlijk niet_langer_dan op_zijn_hoogst
all: alle alles elke iedere allebei de_rest het_overige
any: maakt_niet_uit willekeurig
least: goedkoopste=price vroegste=time dichtstbijzijnde=distance kortste=duration kleinste=size
most: duurste=price laatste=time grootste=size beste=rating
leave: zonder uitsluiten vermijden
people: personen mensen gasten
mean: rood=red blauw=blue groen=green zwart=black wit=white geel=yellow groot=large klein=small raam=window gangpad=aisle retour=round dagelijks=daily wekelijks=weekly maandelijks=monthly trein=train auto=car vliegtuig=plane ontbijt=breakfast keuken=kitchen woonkamer=living slaapkamer=bedroom ophalen=pickup bezorgen=delivery koud=cold heet=hot kapot=broken openstaande=open openstaand=open betaald=paid
holiday: oudejaarsavond=12-31 nieuwjaarsdag=01-01 kerstavond=12-24 kerst=12-25
days: doordeweeks=12345 werkdagen=12345 elke_dag=1234567
then: dus begrepen genoteerd
lapse: half_uur=30 kwartier=15 halfuur=30
calc: delen elk totaal samen minder meer helft rest
off: uit uitzetten stopzetten uitschakelen uitgeschakeld afmelden gesloten
mine: ik mij mijn wij ons onze deze_keer
theirs: zus broer moeder vader man vrouw zoon dochter vriend vriendin collega buurman buurvrouw baas neef vorige_keer vorig_jaar oude
swap: vervang=door/met vervangen=door/met ruil=voor/tegen ruilen=voor/tegen wissel=voor/tegen/met wisselen=voor/tegen/met
flip: andersom omgekeerd draai_ze_om wissel_ze
minpost: of_meer minimaal minstens of_hoger en_ouder of_ouder
maxpost: of_minder maximaal hoogstens of_lager of_jonger
