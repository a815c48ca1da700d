# Polish
dotted:
ordinal_hours:
stop: i w na z do nie się proszę jest o to za dla mi od po chcę jak ale przez ze tak mam czy dwa mnie ja są jej jego dziś u ma
num: zero=0 jeden=1 dwa=2 dwie=2 dwóch=2 dwoje=2 trzy=3 trzech=3 troje=3 cztery=4 czterech=4 czworo=4 pięć=5 pięciu=5 sześć=6 sześciu=6 siedem=7 siedmiu=7 osiem=8 ośmiu=8 dziewięć=9 dziesięć=10 dziesięciu=10 jedenaście=11 dwanaście=12 trzynaście=13 czternaście=14 piętnaście=15 szesnaście=16 siedemnaście=17 osiemnaście=18 dziewiętnaście=19 dwadzieścia=20 trzydzieści=30 czterdzieści=40 pięćdziesiąt=50 sześćdziesiąt=60 siedemdziesiąt=70 osiemdziesiąt=80 dziewięćdziesiąt=90 sto=100 dwieście=200 trzysta=300 czterysta=400 pięćset=500 sześćset=600 siedemset=700 osiemset=800 dziewięćset=900 tysiąc=1000 tysiące=1000 tysięcy=1000 milion=1000000 tuzin=12 półtora=1.5 półtorej=1.5
num: jedna=1 jednego=1 jednej=1 jednym=1 dwiema=2 dwoma=2 dwom=2 dwojga=2 dwojgiem=2 trzema=3 trzem=3 czterema=4 czterem=4 pięcioro=5 sześcioro=6 siedmioro=7 ośmioro=8 dziewięciu=9 dziewięcioro=9 dziesięcioro=10 jedenastu=11 dwunastu=12 trzynastu=13 czternastu=14 piętnastu=15 szesnastu=16 siedemnastu=17 osiemnastu=18 dziewiętnastu=19 dwudziestu=20 trzydziestu=30 czterdziestu=40 pięćdziesięciu=50 sześćdziesięciu=60 stu=100 dwustu=200 trzystu=300 tys=1000 mln=1000000 miliony=1000000 milionów=1000000 miliard=1000000000 tuziny=12 tuzinów=12 pół_tuzina=6 para=2 podwójnie=2 oboje=2 dziesiątka=10 setka=100 stówa=100 stówę=100 dycha=10 dychę=10 kopa=60
one: jeden jedna jedno
ord: pierwszy=1 pierwsza=1 pierwszej=1 drugi=2 druga=2 drugiej=2 trzeci=3 trzecia=3 trzeciej=3 czwartej=4 piątej=5 szóstej=6 siódmej=7 ósmej=8 dziewiątej=9 dziesiątej=10 jedenastej=11 dwunastej=12 trzynastej=13 czternastej=14 piętnastej=15 szesnastej=16 siedemnastej=17 osiemnastej=18 dziewiętnastej=19 dwudziestej=20 ósma=8 dziewiąta=9
ord: pierwszego=1 pierwsze=1 drugiego=2 drugie=2 trzeciego=3 czwarty=4 czwarta=4 czwartego=4 piąty=5 piąta=5 piątego=5 szósty=6 szósta=6 szóstego=6 siódmy=7 siódma=7 siódmego=7 ósmy=8 ósmego=8 dziewiąty=9 dziewiątego=9 dziesiąty=10 dziesiąta=10 dziesiątego=10 jedenasty=11 jedenasta=11 jedenastego=11 dwunasty=12 dwunasta=12 dwunastego=12 trzynasta=13 trzynastego=13 czternasta=14 czternastego=14 piętnasta=15 piętnastego=15 szesnasta=16 szesnastego=16 siedemnasta=17 siedemnastego=17 osiemnasta=18 osiemnastego=18 dziewiętnasta=19 dziewiętnastego=19 dwudziesta=20 dwudziestego=20 trzydziestego=30 trzydziesty=30
half: pół połowa
half: połowę połowy
half: ćwierć=0.25 trzy_czwarte=0.75
plus: i_pół=0.5
plus: i_ćwierć=0.25 i_trzy_czwarte=0.75 z_hakiem=0
unit: deka=dag dag=dag dkg=dag deko=dag sekunda=s sekund=s minuta=min minuty=min minut=min godzina=h godziny=h godzin=h godzinę=h dzień=d dni=d noc=d noce=d nocy=d tydzień=wk tygodnie=wk tygodni=wk miesiąc=mo miesiące=mo miesięcy=mo rok=y lata=y lat=y metr=m metry=m metrów=m kilometr=km kilometrów=km kilometry=km km=km gram=g gramów=g kilo=kg kg=kg kilogramów=kg litr=l litry=l litrów=l stopni=deg procent=pct euro=EUR złoty=PLN złote=PLN złotych=PLN zł=PLN funtów=GBP funty=GBP dolarów=USD groszy=cent
unit: sekundy=s sekundę=s sek=s min=min minutę=min minutach=min minutami=min godz=h godzinie=h godzinach=h h=h dnia=d dniach=d doba=d doby=d dób=d tygodnia=wk tygodniu=wk tyg=wk miesiąca=mo miesiącu=mo mies=mo roku=y latach=y milimetr=mm milimetry=mm milimetrów=mm mm=mm centymetr=cm centymetry=cm centymetrów=cm cm=cm metra=m m=m kilometra=km mila=mi mile=mi cal=in cale=in cali=in miligram=mg miligramów=mg mg=mg gramy=g grama=g g=g kilogram=kg kilogramy=kg kilograma=kg kila=kg kil=kg tona=t tony=t ton=t mililitr=ml mililitrów=ml ml=ml litra=l l=l stopień=deg stopnie=deg stopni_celsjusza=C procenty=pct procentów=pct proc=pct złotówki=PLN złotówka=PLN złotego=PLN zeta=PLN pln=PLN eur=EUR dolar=USD dolary=USD funt=GBP funta=GBP koron=CZK korony=CZK franków=CHF franki=CHF hrywien=UAH hrywna=UAH grosz=cent grosze=cent hektar=ha hektary=ha hektarów=ha metrów_kwadratowych=m2 metry_kwadratowe=m2 km_h=kmh kilometrów_na_godzinę=kmh kw=kW kwh=kWh giga=GB gigabajt=GB gigabajtów=GB gb=GB megabajtów=MB
unit: mb=MB kalorii=kcal kalorie=kcal łyżka=tbsp łyżki=tbsp łyżek=tbsp łyżeczka=tsp łyżeczki=tsp łyżeczek=tsp szklanka=cup szklanki=cup szklanek=cup
month: stycznia=1 styczeń=1 lutego=2 luty=2 marca=3 marzec=3 kwietnia=4 kwiecień=4 maja=5 maj=5 czerwca=6 czerwiec=6 lipca=7 lipiec=7 sierpnia=8 sierpień=8 września=9 wrzesień=9 października=10 październik=10 listopada=11 listopad=11 grudnia=12 grudzień=12
month: styczniu=1 lut=2 lutym=2 marcu=3 kwi=4 kwietniu=4 maju=5 cze=6 czerwcu=6 lipcu=7 sie=8 sierpniu=8 wrz=9 wrześniu=9 paź=10 październiku=10 lis=11 listopadzie=11 gru=12 grudniu=12
day: poniedział*=1 wtorek=2 wtorku=2 środ*=3 czwart*=4 piątek=5 piątku=5 sobot*=6 niedziel*=7
day: pon=1 wt=2 śr=3 czw=4 pt=5 piątkiem=5 piątki=5 wtorki=2 wtorkiem=2 sob=6 niedz=7
rel: dzisiaj=0 dziś=0 jutro=1 pojutrze=2 wczoraj=-1
rel: dziś_wieczorem=0 dzisiaj_wieczorem=0 dzisiejszy=0 dzisiejszego=0 dzisiejszej=0 jutro_rano=1 jutro_wieczorem=1 jutrzejszy=1 jutrzejszego=1 jutrzejszej=1 popojutrze=3 przedwczoraj=-2 wczoraj_wieczorem=-1 wczorajszy=-1 wczorajszej=-1
span: dzień=d dni=d tydzień=w tygodnie=w tygodniu=w weekend=e miesiąc=m miesiące=m rok=y
span: dnia=d tygodnia=w weekendu=e miesiąca=m miesięcy=m miesiącu=m roku=y lata=y lat=y
next: przyszły przyszłym następny następnym następnego
next: przyszła przyszłej przyszłego następna następnej najbliższy najbliższa najbliższym nadchodzący nadchodzącą
last: zeszły zeszłym ubiegły ostatni
last: zeszła zeszłej zeszłego ubiegła ubiegłej ubiegłym ubiegłego ostatnia ostatniej ostatniego miniony
this: ten tym ta
this: tej tego tę bieżący bieżącym
ago: temu wcześniej
in: za
later: później
later: potem po_tym
am: rano
am: nad_ranem z_rana przed_południem porankiem
pm: wieczorem wieczór po_południu
pm: popołudniu w_nocy wieczora popołudnie nocą
clock: południe=12:00 północ=00:00
clock: w_południe=12:00 o_północy=00:00
at: o około przed po od do
at: koło między godzina godzinie
hour: godzina
hour: godzinie godz
not: nie bez oprócz zamiast poza żadnych żaden żadnej ani nigdy
not: żadnego żadną żadne nikt nikogo nic pomijając wykluczając z_wyjątkiem prócz bynajmniej
notpost: niepotrzebne niepotrzebny niepotrzebna zbędne zbędny zbędna nie_potrzebuję nie_potrzebujemy nie_chcę nie_chcemy nie_trzeba nie_mogę nie_jem nie_jest_potrzebne nie_jest_potrzebny nie_jest_potrzebna
notpost: nie_będzie nie_przyjdzie niepotrzebni nie_są_potrzebne odpada odpadają odwołane nie_działa nie_pasuje nie_biorę nie_bierzemy nie_piję nie_lubię nie_jedzie nie_interesuje_mnie nie_wymagam mnie_nie_interesuje
pass: nie_więcej_niż nie_mniej_niż nie_później_niż nie_tylko nie_ma_problemu nie_zapomnij
pass: nie_ma_sprawy nic_nie_szkodzi nie_spieszy_się nie_szkodzi nie_ma_pośpiechu nie_wcześniej_niż nie_dłużej_niż nie_gorzej czy_nie nie_najgorzej nie_dalej_niż
but: ale bo lecz
but: jednakże natomiast ponieważ tylko_że gdyż
only: tylko wyłącznie
only: jedynie tylko_i_wyłącznie
sorry: jednak przepraszam właściwie raczej znaczy pomyłka lepiej czekaj to_znaczy chwila poprawka poprawiam pomyliłem_się pomyliłam_się jednak_nie a_nie zmiana_planów sorki źle_napisałem źle_napisałam ups zmieniłem_zdanie zmieniłam_zdanie jednak_wolę
sorry: chwileczkę moment stop zaraz czekaj_nie oj_nie ojej nie_czekaj nie_przepraszam wybacz pardon chciałem_powiedzieć chciałam_powiedzieć miałem_na_myśli miałam_na_myśli myślałem_o myślałam_o mój_błąd literówka źle_powiedziałem źle_powiedziałam przejęzyczyłem_się przejęzyczyłam_się cofam zmiana zmień_na zmieńmy_na niech_będzie a_właściwie w_zasadzie a_może_lepiej lepiej_jednak jednak_lepiej w_sumie rozmyśliłem_się rozmyśliłam_się w_zamian zamiast_tego kurczę ewentualnie_lepiej
drop: skreśl anuluj usuń usunąć
drop: odwołaj odwołać wykreśl wykreślić zrezygnuj wyrzuć zapomnij skasuj skasować anulować
yes: tak zgoda dobrze jasne zgadza_się pasuje ok oczywiście dokładnie chętnie czemu_nie jak_najbardziej z_przyjemnością pewnie
no: nie jeszcze_nie lepiej_nie raczej_nie nie_dziękuję nie_trzeba
no: nieee absolutnie_nie w_żadnym_razie w_żadnym_wypadku na_pewno_nie nie_teraz nie_dzisiaj nie_tym_razem innym_razem może_później dziękuję_nie nie_nie nie_ma_potrzeby niekoniecznie
or: lub albo czy
or: bądź ewentualnie
and: i oraz
and: plus a_także
from: z od ze spod wyjazd między pomiędzy
from: od_godziny począwszy_od wyruszam_z startujemy_z zaczynając początek rozpoczęcie wylot odjazd odbiór_z poczynając_od
to: do na=for dla=for ku powrót
to: do_godziny aż_do kierunek w_kierunku w_stronę przyjazd przylot koniec zakończenie powrót_do
min: co_najmniej minimum powyżej nie_mniej_niż ponad więcej_niż przynajmniej minimalnie od_co_najmniej większe_niż starsze_niż dłużej_niż
min: nie_niżej_niż nie_mniejsze_niż od_minimum nie_wcześniej_niż najmniej nie_młodszy_niż droższe_niż wyższe_niż starszy_niż minimalna
max: najwyżej maksymalnie poniżej do nie_więcej_niż maksimum mniej_niż góra co_najwyżej nie_później_niż mniejsze_niż krócej_niż
max: nie_wyżej_niż nie_większe_niż nie_dłużej_niż nie_drożej_niż nie_starszy_niż najpóźniej tańsze_niż niższe_niż młodszy_niż mniej_jak maksymalna maks do_maksymalnie limit
all: wszystko wszystkie wszyscy każdy każdą reszta resztę pozostałe obie oba
all: wszystkich wszystkim wszystko_inne wszystkie_pozostałe każde każdego cała całość obydwa obydwie obaj pozostałych pozostałą resztki
any: obojętnie dowolny
any: jakikolwiek jakakolwiek jakiekolwiek cokolwiek ktokolwiek dowolna wszystko_jedno bez_różnicy nie_ma_znaczenia nieważne
least: najtańszy=price najwcześniejszy=time najbliższy=distance najkrótszy=duration
least: najtańsza=price najtańsze=price najtaniej=price tańszy=price tańsza=price najwcześniejsza=time najwcześniej=time wcześniejszy=time wcześniejsza=time najbliższa=distance najbliżej=distance najkrótsza=duration najszybszy=duration najszybsza=duration najmniejszy=size najmniejsza=size
most: najdroższy=price najpóźniejszy=time największy=size
most: najdroższa=price najdroższe=price droższy=price droższa=price najpóźniejsza=time późniejszy=time późniejsza=time największa=size największe=size najlepszy=rating najlepiej_oceniany=rating najlepsza=rating
dot: kropka=. małpa=@ ukośnik=/ myślnik=-
dot: minus=- łącznik=-
leave: bez wyklucz
people: osób osoby osobę gości
people: ludzi osobami osobom gość goście dorosłych dzieci uczestników pasażerów podróżnych uczniów
mean: czerwony=red niebieski=blue zielony=green czarny=black biały=white duży=large mały=small okno=window przejście=aisle codziennie=daily pociąg=train samochód=car śniadanie=breakfast rano=morning wieczorem=evening
mean: czerwona=red czerwone=red czerwonego=red niebieska=blue niebieskie=blue niebieskiego=blue zielona=green zielone=green zielonego=green czarna=black czarne=black czarnego=black biała=white białe=white białego=white żółty=yellow żółta=yellow żółte=yellow szary=grey szara=grey szare=grey brązowy=brown brązowa=brown brązowe=brown różowy=pink różowa=pink różowe=pink pomarańczowy=orange pomarańczowa=orange fioletowy=purple fioletowa=purple srebrny=silver srebrna=silver mailem=email mejlem=email mailowo=email zadzwonić=call telefonicznie=call telefon=call smsem=sms duża=large duże=large dużego=large mała=small małe=small małego=small średni=medium średnia=medium średnie=medium okna=window przy_oknie=window oknem=window przy_przejściu=aisle korytarz=aisle w_obie_strony=round tam_i_z_powrotem=round w_jedną_stronę=one tylko_tam=one dziennie=daily codzienny=daily co_tydzień=weekly tygodniowo=weekly cotygodniowy=weekly co_miesiąc=monthly miesięcznie=monthly
mean: comiesięczny=monthly rocznie=yearly co_roku=yearly pilne=urgent pilny=urgent pilna=urgent pilnie=urgent wysoki=high wysoka=high wysokie=high niski=low niska=low niskie=low zwykły=normal zwykła=normal zwykłe=normal normalny=normal normalna=normal pociągu=train pociągiem=train koleją=train autobus=bus autobusu=bus autobusem=bus autokar=bus auto=car samochodem=car autem=car samolot=plane samolotem=plane lot=plane rower=bike rowerem=bike pieszo=foot piechotą=foot śniadania=breakfast śniadaniem=breakfast śniadań=breakfast obiad=lunch obiadu=lunch kolacja=dinner kolację=dinner kolacji=dinner wegetariański=vegetarian wegetariańska=vegetarian wegetariańskie=vegetarian wegetarianin=vegetarian wegetarianka=vegetarian wegański=vegan wegańska=vegan wegańskie=vegan glutenu=gluten bezglutenowy=gluten bezglutenowe=gluten laktoza=lactose laktozy=lactose łóżko=bed łóżka=bed łóżek=bed podwójny=double podwójna=double podwójne=double dwuosobowy=double
mean: dwuosobowa=double pojedynczy=single pojedyncza=single pojedyncze=single jednoosobowy=single jednoosobowa=single dwa_łóżka=twin osobne_łóżka=twin apartament=suite taras=terrace tarasie=terrace ogródek=terrace na_zewnątrz=outdoor na_dworze=outdoor wewnątrz=indoor w_środku=indoor kuchnia=kitchen kuchni=kitchen kuchnię=kitchen salon=living salonie=living salonu=living sypialnia=bedroom sypialni=bedroom sypialnię=bedroom łazienka=bathroom łazience=bathroom łazienkę=bathroom karta=card kartę=card karty=card gotówka=cash gotówce=cash przelew=transfer przelewem=transfer faktura=invoice fakturę=invoice faktury=invoice paragon=receipt paragonu=receipt rachunek=receipt odbiór=pickup odbiorę=pickup odebrać=pickup odbioru=pickup dostawa=delivery dostawę=delivery dostawy=delivery dowóz=delivery zimny=cold zimna=cold zimne=cold gorący=hot gorąca=hot gorące=hot ciepły=warm ciepła=warm ciepłe=warm ostry=spicy ostra=spicy ostre=spicy ranek=morning rankiem=morning przed_południem=morning
mean: popołudnie=afternoon po_południu=afternoon popołudniu=afternoon wieczór=evening noc=night nocą=night w_nocy=night dziecko=child dziecka=child dziecku=child dzieci=children dzieciom=children dziećmi=children niemowlę=infant niemowlak=infant dorosłych=adults dorośli=adults dorosły=adults seniorzy=senior emeryt=senior studencki=student uczeń=student pies=pet psa=pet kot=pet zwierzę=pet zwierzęta=pet ubezpieczenie=insurance ubezpieczenia=insurance prezent=gift prezentu=gift upominek=gift zepsuty=broken zepsuta=broken zepsute=broken rozbity=broken uszkodzony=damaged uszkodzona=damaged uszkodzone=damaged nowy=new nowa=new nowe=new używany=used używana=used używane=used otwarty=open otwarta=open otwarte=open zamknięty=closed zamknięta=closed zamknięte=closed zapłacony=paid opłacony=paid opłacona=paid zapłacone=paid niezapłacony=unpaid nieopłacony=unpaid nieopłacone=unpaid oczekujący=pending w_toku=pending potwierdzony=confirmed potwierdzona=confirmed anulowany=cancelled
mean: odwołany=cancelled odwołana=cancelled ekonomiczna=economy ekonomicznej=economy biznes=business biznesowa=business pierwsza_klasa=first pierwszej_klasie=first standardowy=standard standardowa=standard standardowe=standard podstawowy=basic podstawowa=basic ekspres=express ekspresowa=express ekspresowo=express kruche=fragile delikatne=fragile automat=automatic automatyczna=automatic manualna=manual manualny=manual elektryczny=electric elektryczna=electric benzyna=petrol benzynę=petrol lewa=left lewy=left lewej=left lewo=left prawa=right prawej=right prawo=right morze=sea widokiem_na_morze=sea ogród=garden ogrodzie=garden parkingu=parking miejsce_parkingowe=parking winda=elevator windy=elevator winda=lift windy=lift palenie=smoking palący=smoking palących=smoking klucz=key klucze=key klucza=key przypomnienie=reminder przypomnij=reminder powiadomienie=notification powiadom=notification zapakować=wrap opakowanie=wrap zapakować=wrapping
mean: rabat=discount zniżka=discount rabatu=discount kaucja=deposit zaliczka=deposit kaucję=deposit zaliczkę=deposit zwrot_pieniędzy=refund zwrot=refund wymiana=exchange wymiany=exchange naprawa=repair naprawić=repair naprawę=repair początkujący=beginner początkująca=beginner początkujących=beginner średniozaawansowany=intermediate zaawansowany=advanced zaawansowana=advanced mężczyzna=male kobieta=female żonaty=married zamężna=married kradzież=theft skradziony=theft ukradli=theft zgubiony=lost zgubiłem=lost zgubiłam=lost pożar=fire pożaru=fire woda=water wody=water wodę=water urlop=holiday urlopu=holiday wakacje=holiday urlop=vacation urlopu=vacation wakacje=vacation chory=sick chora=sick chorobowe=sick w_domu=home do_domu=home biuro=office biurze=office biura=office przez_internet=online stacjonarnie=onsite na_miejscu=onsite pocztą=post kurier=courier kurierem=courier prywatny=private prywatna=private prywatne=private publiczny=public publiczna=public
mean: firma=company firmę=company firmy=company cukier=sugar cukru=sugar mleko=milk mleka=milk mlekiem=milk owsiane=oat owsiany=oat kurczak=chicken kurczaka=chicken kurczakiem=chicken wołowina=beef wołowiny=beef wieprzowina=pork wieprzowiny=pork ryba=fish ryby=fish rybę=fish owoce_morza=seafood warzywa=vegetable warzywny=vegetable chleb=bread chleba=bread ser=cheese sera=cheese serem=cheese kawa=coffee kawę=coffee kawy=coffee herbata=tea herbatę=tea wino=wine wina=wine piwo=beer piwa=beer ręcznik=towel ręczniki=towel kask=helmet kasku=helmet namiot=tent namiotu=tent krzesło=chair krzesła=chair krzeseł=chair stół=table stolik=table stolika=table balkon=balcony balkonem=balcony ogrzewanie=heating światło=light światła=light budzik=alarm towarzysz=companion opiekun=companion tłumacz=interpreter tłumacza=interpreter wózek_inwalidzki=wheelchair alergia=allergies alergie=allergies uczulony=allergies uczulona=allergies uczulenie=allergies zdjęcie=photo zdjęcia=photo
mean: wizyta=appointment wizytę=appointment wizyty=appointment ja_sam=self ja_sama=self partnerka=partner rodzic=parent rodzice=parent gotowany=boiled smażony=fried smażona=fried grillowany=grilled cienki=thin cienka=thin cienkie=thin gruby=thick gruba=thick grube=thick miękki=soft miękka=soft miękkie=soft twardy=hard twarda=hard twarde=hard suchy=dry sucha=dry suche=dry drewno=wood drewniany=wood drewniana=wood metalowy=metal plastikowy=plastic plastik=plastic szkło=glass szklany=glass skóra=leather skórzany=leather bawełna=cotton bawełniany=cotton wełna=wool wełniany=wool zawsze=always nigdy=never jednorazowo=once niemiecki=german niemiecku=german angielski=english angielsku=english francuski=french francusku=french hiszpański=spanish hiszpańsku=spanish włoski=italian włosku=italian arabski=arabic japoński=japanese ciemny=dark ciemna=dark ciemne=dark
holiday: sylwester=12-31 sylwestra=12-31 nowy_rok=01-01 wigilia=12-24 wigilię=12-24
holiday: boże_narodzenie=12-25 pierwszy_dzień_świąt=12-25 nowego_roku=01-01 trzech_króli=01-06 walentynki=02-14 mikołajki=12-06 wszystkich_świętych=11-01 święto_niepodległości=11-11 wigilii=12-24 wigilijny=12-24
days: dni_robocze=12345 codziennie=1234567
days: w_tygodniu=12345 dni_powszednie=12345 w_dni_robocze=12345 od_poniedziałku_do_piątku=12345 każdego_dnia=1234567 dzień_w_dzień=1234567 co_dzień=1234567 weekendy=67 w_weekendy=67
then: czyli więc zatem
lapse: pół_godziny=30 kwadrans=15
lapse: pół_godzinki=30 pół_godzinę=30 kwadransa=15 trzy_kwadranse=45 półtorej_godziny=90 godzinka=60 godzinkę=60
calc: podziel każdy razem suma mniej więcej połowa reszta
off: wyłącz wyłączyć wyłączone zamknięte
off: wyłączony wyłączona wyłączcie zamknij zamknąć wycisz wyciszyć wyciszony dezaktywuj dezaktywować wyrejestruj wypisz zablokuj
mine: ja mnie mi mój moja moje my nas nasz tym_razem
mine: mojego mojej moim moich nasza nasze naszego naszej mną ze_mną w_tym_roku
theirs: siostra brat matka ojciec mąż żona syn córka przyjaciel koleżanka kolega sąsiad szef ostatnim_razem w_zeszłym_roku siostry siostrze siostrę brata bratu matki mamy mamie ojca ojcu taty tacie męża mężowi żony żonie syna synowi córki córce kolegi koledze koleżanki koleżance sąsiada sąsiadki szefa szefowi teściowa teściowej
theirs: babcia babci dziadek dziadka ciocia cioci wujek wujka kuzyn kuzyna kuzynka kuzynki bratanek siostrzenica szwagier szwagra bratowa synowa zięć teść współlokator współlokatorka mama tata chłopak chłopaka dziewczyna dziewczyny poprzednio poprzednim_razem w_zeszłym_tygodniu w_zeszłym_miesiącu rok_temu
swap: zamień=na zamienić=na wymień=na wymienić=na zmień=na zmienić=na
swap: podmień=na podmienić=na przełóż=na przełożyć=na przesuń=na przesunąć=na zastąp=przez zastąpić=przez przekształć=na przelicz=na
flip: odwrotnie na_odwrót
minpost: lub_więcej i_więcej wzwyż
minpost: lub_wyżej i_wyżej i_starszy i_starsze co_najmniej minimum w_górę
maxpost: lub_mniej i_mniej maksymalnie maks
maxpost: lub_niżej i_niżej i_młodsze najwyżej maksimum w_dół góra max
before: wpół_do=30 w_pół_do=30 za_piętnaście=15 za_kwadrans=15 kwadrans_przed=15 za_pięć=5 za_dziesięć=10 za_dwadzieścia=20
past: kwadrans_po=15 piętnaście_po=15 pięć_po=5 dziesięć_po=10 dwadzieścia_po=20
