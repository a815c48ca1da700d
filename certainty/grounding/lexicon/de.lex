# German
stop: der die das und ich ist für mit ein eine nicht bitte auf den dem zu im am von mir wir es an bis auch noch dann sie er haben habe einen einer eines hier wie aber oder soll kann können möchte brauche um uhr heute meine mein uns ihr ihre war wird bei nach was ja
num: null=0 eins=1 zwei=2 zwo=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwölf=12 dreizehn=13 vierzehn=14 fünfzehn=15 sechzehn=16 siebzehn=17 achtzehn=18 neunzehn=19 zwanzig=20 dreißig=30 vierzig=40 fünfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90 hundert=100 tausend=1000 million=1000000 millionen=1000000 dutzend=12 anderthalb=1.5 eineinhalb=1.5 zweieinhalb=2.5 dreieinhalb=3.5 zu_zweit=2 zu_dritt=3 zu_viert=4 zu_fünft=5 zu_sechst=6 beide=2
num: einundzwanzig=21 zweiundzwanzig=22 dreiundzwanzig=23 vierundzwanzig=24 fünfundzwanzig=25 sechsundzwanzig=26 siebenundzwanzig=27 achtundzwanzig=28 neunundzwanzig=29 einunddreißig=31 zweiunddreißig=32 dreiunddreißig=33 vierunddreißig=34 fünfunddreißig=35 sechsunddreißig=36 siebenunddreißig=37 achtunddreißig=38 neununddreißig=39 einundvierzig=41 zweiundvierzig=42 dreiundvierzig=43 vierundvierzig=44 fünfundvierzig=45 sechsundvierzig=46 siebenundvierzig=47 achtundvierzig=48 neunundvierzig=49 einundfünfzig=51 zweiundfünfzig=52 dreiundfünfzig=53 vierundfünfzig=54 fünfundfünfzig=55 sechsundfünfzig=56 siebenundfünfzig=57 achtundfünfzig=58 neunundfünfzig=59 einundsechzig=61 zweiundsechzig=62 dreiundsechzig=63 vierundsechzig=64 fünfundsechzig=65 sechsundsechzig=66 siebenundsechzig=67 achtundsechzig=68 neunundsechzig=69 einundsiebzig=71 zweiundsiebzig=72 dreiundsiebzig=73 vierundsiebzig=74 fünfundsiebzig=75 sechsundsiebzig=76 siebenundsiebzig=77 achtundsiebzig=78 neunundsiebzig=79 einundachtzig=81 zweiundachtzig=82 dreiundachtzig=83 vierundachtzig=84 fünfundachtzig=85 sechsundachtzig=86 siebenundachtzig=87 achtundachtzig=88 neunundachtzig=89 einundneunzig=91 zweiundneunzig=92 dreiundneunzig=93 vierundneunzig=94 fünfundneunzig=95 sechsundneunzig=96 siebenundneunzig=97 achtundneunzig=98 neunundneunzig=99 einhundert=100 zweihundert=200 dreihundert=300 vierhundert=400 fünfhundert=500 sechshundert=600 siebenhundert=700 achthundert=800 neunhundert=900 eintausend=1000 zweitausend=2000 dreitausend=3000 viertausend=4000 fünftausend=5000 sechstausend=6000 siebentausend=7000 achttausend=8000 neuntausend=9000
one: ein eine einen einem einer
ord: erste=1 ersten=1 erster=1 zweite=2 zweiten=2 dritte=3 dritten=3 vierte=4 vierten=4 fünfte=5 fünften=5
half: halbe halben halbes halber eine_halbe einen_halben
plus: und_eine_halbe=0.5 einhalb=0.5
unit: deka=dag dag=dag sekunde=s sekunden=s minute=min minuten=min min=min stunde=h stunden=h std=h tag=d tage=d tagen=d nacht=d nächte=d nächten=d woche=wk wochen=wk monat=mo monate=mo monaten=mo jahr=y jahre=y jahren=y zentimeter=cm meter=m metern=m kilometer=km kilometern=km km=km gramm=g kilo=kg kg=kg kilogramm=kg pfund=lb tonne=t tonnen=t liter=l grad=deg prozent=pct euro=EUR dollar=USD franken=CHF cent=cent
month: januar=1 jänner=1 februar=2 märz=3 april=4 mai=5 juni=6 juli=7 august=8 september=9 oktober=10 november=11 dezember=12
day: montag*=1 dienstag*=2 mittwoch*=3 donnerstag*=4 freitag*=5 samstag*=6 sonnabend*=6 sonntag*=7
rel: heute=0 heute_abend=0 heute_morgen=0 heute_nachmittag=0 morgen=1 morgen_früh=1 übermorgen=2 gestern=-1 vorgestern=-2
span: tag=d tage=d tagen=d woche=w wochen=w wochenende=e monat=m monate=m monaten=m jahr=y jahre=y
next: nächste nächsten nächster nächstes kommende kommenden
last: letzte letzten letzter letztes vergangene vergangenen vorige
this: diese diesen dieser dieses
ago: vorher davor zuvor
in: in
later: später danach darauf
am: morgens vormittags früh vormittag
pm: nachmittags abends abend nachmittag nachts
clock: mittag=12:00 mittags=12:00 mitternacht=00:00
hour: uhr
at: um gegen ab bis vor nach von am
past: viertel_nach=15
before: halb=30 viertel_vor=15 dreiviertel=15
not: nicht kein keine keinen keinem keiner ohne außer statt anstatt anstelle nie niemals weder bloß_nicht ausgenommen lass
notpost: unnötig überflüssig nicht weg fällt_aus weglassen raus krank brauche_ich_nicht brauchen_wir_nicht will_ich_nicht wollen_wir_nicht möchte_ich_nicht möchten_wir_nicht esse_ich_nicht mag_ich_nicht kann_ich_nicht geht_nicht nicht_nötig ist_nicht_nötig benötige_ich_nicht
pass: nicht_mehr_als nicht_später_als nicht_weniger_als nicht_nur kein_problem nicht_vor nicht_nach keine_sorge keine_eile nicht_vergessen nicht_länger_als
but: aber sondern weil denn jedoch
only: nur ausschließlich bloß
sorry: nein doch eigentlich ich_meine quatsch lieber stattdessen entschuldigung moment halt ach_nein verbesserung korrektur doch_lieber sorry besser vertan planänderung ich_habe_mich_geirrt falsch_gesagt streich_das vergiss_das ich_korrigiere kommando_zurück falsch halt_nein moment_nein besser_gesagt vielmehr verschrieben vertippt da_habe_ich_mich_vertan andersrum_gesagt ich_hab_mich_vertan hab_mich_vertan ach_wissen_sie_was ach_weißt_du_was nehmen_wir_doch nimm_doch
drop: streich streichen vergiss storniere stornieren entferne entfernen lösche löschen nimm_raus
yes: ja genau passt klar gerne einverstanden stimmt richtig jawohl ok okay gut perfekt bestätigt natürlich mach_das auf_jeden_fall warum_nicht sehr_gern sehr_gerne gern wäre_super wäre_toll wäre_gut wäre_schön unbedingt selbstverständlich von_mir_aus
no: nein nö noch_nicht auf_keinen_fall lieber_nicht nicht_nötig nein_danke danke_nein eher_nicht muss_nicht_sein
or: oder
and: und sowie plus
from: hinflug hinfahrt abfahrt von ab aus vom seit zwischen ausgehend_von startet_in abreise anfang
to: zurück rückflug rückfahrt nach bis zu=for zum=for zur=for an=for und rückreise ankunft richtung heimreise
min: mindestens ab über mehr_als wenigstens länger_als größer_als höher_als älter_als später_als schwerer_als mehr_wie nicht_unter nicht_weniger_als zumindest minimum
max: höchstens maximal bis_zu unter weniger_als nicht_mehr_als bis vor kürzer_als kleiner_als niedriger_als jünger_als früher_als leichter_als günstiger_als billiger_als maximum nicht_über nicht_länger_als nicht_größer_als nicht_teurer_als allerhöchstens
minpost: mindestens oder_mehr aufwärts minimum oder_größer oder_älter und_mehr oder_höher
maxpost: höchstens maximal oder_weniger maximum oder_kleiner oder_jünger oder_günstiger und_weniger abwärts
all: alle alles jeder jede jeden allen sämtliche beide der_rest den_rest alles_andere das_übrige
any: egal irgendein irgendeine beliebig
least: günstigste=price günstigsten=price billigste=price billigsten=price früheste=time früheren=time frühere=time nächste=distance kürzeste=duration schnellste=duration kleinste=size kleinere=size
most: teuerste=price teuersten=price späteste=time spätere=time späteren=time größte=size größere=size beste=rating
dot: punkt=. klammeraffe=@ at=@ schrägstrich=/ bindestrich=- minus=- unterstrich=_
leave: ohne ausschließen entfernen vermeiden
people: personen person leute gäste erwachsene
mean: rot=red rote=red blau=blue blaue=blue grün=green grüne=green schwarz=black schwarze=black weiß=white weiße=white gelb=yellow grau=grey mail=email anruf=call telefonisch=call nachricht=sms groß=large große=large klein=small kleine=small mittel=medium fenster*=window gang*=aisle hin_und_zurück=round einfach=one täglich=daily wöchentlich=weekly monatlich=monthly dringend=urgent hoch=high niedrig=low zug=train bahn=train bus=bus auto=car flugzeug=plane frühstück=breakfast bett=bed doppel*=double einzel*=single terrasse=terrace draußen=outdoor drinnen=indoor küche=kitchen wohnzimmer=living schlafzimmer=bedroom badezimmer=bathroom karte=card bar=cash überweisung=transfer abholen=pickup abholung=pickup lieferung=delivery liefern=delivery kalt=cold heiß=hot scharf=spicy morgens=morning vormittags=morning nachmittags=afternoon abends=evening kind=child kinder=children erwachsene=adults hund=pet haustier=pet rechnung=invoice quittung=receipt versicherung=insurance geschenk=gift kaputt=broken beschädigt=damaged teuer=cost
holiday: silvester=12-31 neujahr=01-01 heiligabend=12-24 weihnachten=12-25 valentinstag=02-14
days: werktags=12345 werktag=12345 jeden_tag=1234567 täglich=1234567
then: also verstanden dann notiert
lapse: halbe_stunde=30 viertelstunde=15 dreiviertelstunde=45 dreiviertel_stunde=45
calc: teilen jeder jeweils gesamt insgesamt zusammen summe weniger minus plus mehr hälfte rest doppelt weitere
off: aus ausschalten abschalten ausgeschaltet abbestellen deaktivieren deaktiviert schließen geschlossen stumm
mine: ich mich mir mein meine meinen meinem meiner wir uns diesmal dieses_mal
theirs: schwester bruder mutter vater mann frau sohn tochter freund freundin kollege kollegin nachbar nachbarin chef cousin letztes_mal letztes_jahr früher alte alten sein seine ihr ihre
swap: tausch=gegen/durch/mit tausche=gegen/durch/mit tauschen=gegen/durch/mit tauscht=gegen/durch/mit ersetz=durch/mit ersetze=durch/mit ersetzen=durch/mit ersetzt=durch/mit wechsle=in/gegen/zu wechseln=in/gegen/zu ändere=in/auf/zu ändern=in/auf/zu austauschen=gegen/durch
flip: andersherum umgekehrt andersrum vertauscht tausche_sie vertausche_sie tausch_sie
