# Turkish
stop: ve bir bu için ile de da ne mi çok benim lütfen var değil olsun saat kadar olarak ben bana biz o şu gibi ama en merhaba istiyorum olan
num: sıfır=0 bir=1 iki=2 üç=3 dört=4 beş=5 altı=6 yedi=7 sekiz=8 dokuz=9 on=10 yirmi=20 otuz=30 kırk=40 elli=50 altmış=60 yetmiş=70 seksen=80 doksan=90 yüz=100 bin=1000 milyon=1000000 düzine=12
one: bir
ord: birinci=1 ilk=1 ikinci=2 üçüncü=3 dördüncü=4 beşinci=5
half: yarım yarısı
plus: buçuk=0.5
unit: saniye=s dakika=min dk=min saat=h saatlik=h gün=d gece=d hafta=wk ay=mo yıl=y yaşında=y santim=cm metre=m kilometre=km km=km gram=g kilo=kg kg=kg litre=l derece=deg yüzde=pct lira=TRY tl=TRY euro=EUR avro=EUR dolar=USD kuruş=cent
month: ocak=1 şubat=2 mart=3 nisan=4 mayıs=5 haziran=6 temmuz=7 ağustos=8 eylül=9 ekim=10 kasım=11 aralık=12
day: pazartesi=1 salı=2 çarşamba=3 perşembe=4 cuma=5 cumartesi=6 pazar=7
rel: bugün=0 bu_akşam=0 bu_gece=0 yarın=1 öbür_gün=2 dün=-1
span: gün=d hafta=w hafta_sonu=e ay=m yıl=y
next: gelecek önümüzdeki haftaya
last: geçen
this: bu
ago: önce
later: sonra
am: sabah sabahleyin
pm: akşam öğleden_sonra gece
clock: öğlen=12:00 gece_yarısı=00:00
at: saat
not: sakın hiçbir hiç
notpost: gereksiz değil hariç yerine olmasın istemiyorum yok olmadan dışında istemem gerek_yok iptal_edin çıkarın gerekmiyor gerekmez istemiyoruz lazım_değil gerekli_değil olmaz yemiyorum yemem olmasa_da_olur istemez
but: ama fakat
only: sadece yalnızca
sorry: pardon daha_doğrusu aslında yok_yok düzeltiyorum özür_dilerim yanlış bir_dakika yok_pardon vazgeçtim fikrimi_değiştirdim yanlış_söyledim hayır_pardon daha_iyisi yanlış_yazmışım affedersiniz kusura_bakma şöyle_yapalım
yes: evet tamam olur doğru tabii kesinlikle aynen peki onaylıyorum iyi_olur neden_olmasın memnuniyetle elbette harika_olur
no: hayır yok gerek_yok istemem hayır_teşekkürler olmaz
or: veya yoksa ya_da
and: ve ayrıca
frompost: dan den tan ten
topost: a=for e=for ya=for ye=for kadar
min: en_az minimum asgari en_azından minumum
max: en_fazla en_çok maksimum azami en_geç
all: hepsi tüm bütün her gerisi kalanı diğerleri herkes
any: herhangi fark_etmez
least: en_ucuz=price en_erken=time en_yakın=distance en_kısa=duration
most: en_pahalı=price en_geç=time en_büyük=size
dot: nokta=. tire=-
leave: hariç çıkar
people: kişi kişilik yolcu
mean: kırmızı=red mavi=blue yeşil=green siyah=black beyaz=white sarı=yellow büyük=large küçük=small orta=medium pencere=window cam=window koridor=aisle gidiş_dönüş=round tek_yön=one günlük=daily haftalık=weekly aylık=monthly acil=urgent yüksek=high düşük=low tren=train otobüs=bus araba=car uçak=plane kahvaltı=breakfast çift=double tek=single dışarıda=outdoor içeride=indoor mutfak=kitchen salon=living yatak=bedroom banyo=bathroom kart*=card nakit=cash havale=transfer konut*=home ev=home banka*=bank soğuk=cold sıcak=hot acılı=spicy çocuk=child köpek=pet fatura=invoice sigorta=insurance hediye=gift kırık=broken sabah=morning akşam=evening
holiday: yılbaşı=12-31 yılbaşı_gecesi=12-31
days: hafta_içi=12345 her_gün=1234567
then: yani tamam anladım
lapse: yarım_saat=30
calc: böl toplam her eksi fazla yarısı kalan
off: kapat kapatın kapalı
mine: ben bana benim biz bize bizim bu_sefer
theirs: kardeşim ablam abim annem babam kocam eşim oğlum kızım arkadaşım komşum patronum geçen_sefer geçen_yıl kardeşimin ablamın abimin annemin anneme babamın babama kocamın eşimin eşime oğlumun oğluma kızımın kızıma arkadaşımın arkadaşıma komşumun patronumun
flip: tam_tersi tersine
minpost: ve_üzeri ve_üstü veya_daha_fazla dan_fazla den_fazla üzeri
maxpost: ve_altı veya_daha_az kadar altında
