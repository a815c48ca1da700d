# Polish
stop: i w na z do nie się proszę jest o to za dla mi od po chcę jak ale przez ze tak mam czy dwa mnie ja są jej jego dziś u ma
num: zero=0 jeden=1 dwa=2 dwie=2 dwóch=2 dwoje=2 trzy=3 trzech=3 troje=3 cztery=4 czterech=4 czworo=4 pięć=5 pięciu=5 sześć=6 sześciu=6 siedem=7 siedmiu=7 osiem=8 ośmiu=8 dziewięć=9 dziesięć=10 dziesięciu=10 jedenaście=11 dwanaście=12 trzynaście=13 czternaście=14 piętnaście=15 szesnaście=16 siedemnaście=17 osiemnaście=18 dziewiętnaście=19 dwadzieścia=20 trzydzieści=30 czterdzieści=40 pięćdziesiąt=50 sześćdziesiąt=60 siedemdziesiąt=70 osiemdziesiąt=80 dziewięćdziesiąt=90 sto=100 dwieście=200 trzysta=300 czterysta=400 pięćset=500 sześćset=600 siedemset=700 osiemset=800 dziewięćset=900 tysiąc=1000 tysiące=1000 tysięcy=1000 milion=1000000 tuzin=12 półtora=1.5 półtorej=1.5
one: jeden jedna jedno
ord: pierwszy=1 pierwsza=1 pierwszej=1 drugi=2 druga=2 drugiej=2 trzeci=3 trzecia=3 trzeciej=3 czwartej=4 piątej=5 szóstej=6 siódmej=7 ósmej=8 dziewiątej=9 dziesiątej=10 jedenastej=11 dwunastej=12 trzynastej=13 czternastej=14 piętnastej=15 szesnastej=16 siedemnastej=17 osiemnastej=18 dziewiętnastej=19 dwudziestej=20 ósma=8 dziewiąta=9
half: pół połowa
plus: i_pół=0.5
unit: deka=dag dag=dag dkg=dag deko=dag sekunda=s sekund=s minuta=min minuty=min minut=min godzina=h godziny=h godzin=h godzinę=h dzień=d dni=d noc=d noce=d nocy=d tydzień=wk tygodnie=wk tygodni=wk miesiąc=mo miesiące=mo miesięcy=mo rok=y lata=y lat=y metr=m metry=m metrów=m kilometr=km kilometrów=km kilometry=km km=km gram=g gramów=g kilo=kg kg=kg kilogramów=kg litr=l litry=l litrów=l stopni=deg procent=pct euro=EUR złoty=PLN złote=PLN złotych=PLN zł=PLN funtów=GBP funty=GBP dolarów=USD groszy=cent
month: stycznia=1 styczeń=1 lutego=2 luty=2 marca=3 marzec=3 kwietnia=4 kwiecień=4 maja=5 maj=5 czerwca=6 czerwiec=6 lipca=7 lipiec=7 sierpnia=8 sierpień=8 września=9 wrzesień=9 października=10 październik=10 listopada=11 listopad=11 grudnia=12 grudzień=12
day: poniedział*=1 wtorek=2 wtorku=2 środ*=3 czwart*=4 piątek=5 piątku=5 sobot*=6 niedziel*=7
rel: dzisiaj=0 dziś=0 jutro=1 pojutrze=2 wczoraj=-1
span: dzień=d dni=d tydzień=w tygodnie=w tygodniu=w weekend=e miesiąc=m miesiące=m rok=y
next: przyszły przyszłym następny następnym następnego
last: zeszły zeszłym ubiegły ostatni
this: ten tym ta
ago: temu wcześniej
in: za
later: później
am: rano
pm: wieczorem wieczór po_południu
clock: południe=12:00 północ=00:00
at: o około przed po od do
hour: godzina
not: nie bez oprócz zamiast poza żadnych żaden żadnej ani nigdy
notpost: niepotrzebne niepotrzebny niepotrzebna zbędne zbędny zbędna nie_potrzebuję nie_potrzebujemy nie_chcę nie_chcemy nie_trzeba nie_mogę nie_jem nie_jest_potrzebne nie_jest_potrzebny nie_jest_potrzebna
pass: nie_więcej_niż nie_mniej_niż nie_później_niż nie_tylko nie_ma_problemu nie_zapomnij
but: ale bo lecz
only: tylko wyłącznie
sorry: jednak przepraszam właściwie raczej znaczy pomyłka lepiej czekaj to_znaczy chwila poprawka poprawiam pomyliłem_się pomyliłam_się jednak_nie a_nie zmiana_planów sorki źle_napisałem źle_napisałam ups zmieniłem_zdanie zmieniłam_zdanie jednak_wolę
drop: skreśl anuluj usuń usunąć
yes: tak zgoda dobrze jasne zgadza_się pasuje ok oczywiście dokładnie chętnie czemu_nie jak_najbardziej z_przyjemnością pewnie
no: nie jeszcze_nie lepiej_nie raczej_nie nie_dziękuję nie_trzeba
or: lub albo czy
and: i oraz
from: z od ze spod wyjazd między pomiędzy
to: do na=for dla=for ku powrót
min: co_najmniej minimum powyżej nie_mniej_niż ponad więcej_niż przynajmniej minimalnie od_co_najmniej większe_niż starsze_niż dłużej_niż
max: najwyżej maksymalnie poniżej do nie_więcej_niż maksimum mniej_niż góra co_najwyżej nie_później_niż mniejsze_niż krócej_niż
all: wszystko wszystkie wszyscy każdy każdą reszta resztę pozostałe obie oba
any: obojętnie dowolny
least: najtańszy=price najwcześniejszy=time najbliższy=distance najkrótszy=duration
most: najdroższy=price najpóźniejszy=time największy=size
dot: kropka=. małpa=@ ukośnik=/ myślnik=-
leave: bez wyklucz
people: osób osoby osobę gości
mean: czerwony=red niebieski=blue zielony=green czarny=black biały=white duży=large mały=small okno=window przejście=aisle codziennie=daily pociąg=train samochód=car śniadanie=breakfast rano=morning wieczorem=evening
holiday: sylwester=12-31 sylwestra=12-31 nowy_rok=01-01 wigilia=12-24 wigilię=12-24
days: dni_robocze=12345 codziennie=1234567
then: czyli więc zatem
lapse: pół_godziny=30 kwadrans=15
calc: podziel każdy razem suma mniej więcej połowa reszta
off: wyłącz wyłączyć wyłączone zamknięte
mine: ja mnie mi mój moja moje my nas nasz tym_razem
theirs: siostra brat matka ojciec mąż żona syn córka przyjaciel koleżanka kolega sąsiad szef ostatnim_razem w_zeszłym_roku siostry siostrze siostrę brata bratu matki mamy mamie ojca ojcu taty tacie męża mężowi żony żonie syna synowi córki córce kolegi koledze koleżanki koleżance sąsiada sąsiadki szefa szefowi teściowa teściowej
swap: zamień=na zamienić=na wymień=na wymienić=na zmień=na zmienić=na
flip: odwrotnie na_odwrót
minpost: lub_więcej i_więcej wzwyż
maxpost: lub_mniej i_mniej maksymalnie maks
