# Turkish
dotted:
stop: ve bir bu için ile de da ne mi çok benim lütfen var değil olsun saat kadar olarak ben bana biz o şu gibi ama en merhaba istiyorum olan
num: sıfır=0 bir=1 iki=2 üç=3 dört=4 beş=5 altı=6 yedi=7 sekiz=8 dokuz=9 on=10 yirmi=20 otuz=30 kırk=40 elli=50 altmış=60 yetmiş=70 seksen=80 doksan=90 yüz=100 bin=1000 milyon=1000000 düzine=12
num: birer=1 ikişer=2 üçer=3 birini=1 ikisi=2 ikimiz=2 üçümüz=3 dördümüz=4 beşimiz=5 birbuçuk=1.5 yarımdüzine=6 milyar=1000000000 tane_bir=1 düzinelerce=12 yüzlük=100 binlik=1000 çift=2 iki_kat=2 yüzer=100
num: ikide=2 üçte=3 dörtte=4 beşte=5 altıda=6 yedide=7 sekizde=8 dokuzda=9 ikiye=2 üçe=3 dörde=4 beşe=5 altıya=6 yediye=7 sekize=8 dokuza=9 ikiden=2 üçten=3 dörtten=4 beşten=5 altıdan=6 yediden=7 sekizden=8 dokuzdan=9 ikiyi=2 üçü=3 dördü=4 beşi=5 altıyı=6 yediyi=7 sekizi=8 dokuzu=9
one: bir
ord: birinci=1 ilk=1 ikinci=2 üçüncü=3 dördüncü=4 beşinci=5
ord: birincisi=1 birincinin=1 ilki=1 ikincisi=2 üçüncüsü=3 dördüncüsü=4 altıncı=6 yedinci=7 sekizinci=8 dokuzuncu=9 onuncu=10 onbirinci=11 yirminci=20 otuzuncu=30
ord: ilkini=1 ilkine=1 birincisini=1 ikincisini=2 üçüncüsünü=3 dördüncüsünü=4 beşincisi=5 altıncısı=6 onbeşinci=15
half: yarım yarısı
half: yarı yarımşar
half: çeyrek=0.25
plus: buçuk=0.5
plus: buçukta=0.5 buçuğa=0.5 buçuktan=0.5 çeyrek_var=-0.25 çeyrek_kala=-0.25 çeyrek_geçe=0.25 çeyrek_geçiyor=0.25 beş_kala=-0.0834 on_kala=-0.1667 yirmi_kala=-0.3334 beş_geçe=0.0834 on_geçe=0.1667 yirmi_geçe=0.3334
unit: saniye=s dakika=min dk=min saat=h saatlik=h gün=d gece=d hafta=wk ay=mo yıl=y yaşında=y santim=cm metre=m kilometre=km km=km gram=g kilo=kg kg=kg litre=l derece=deg yüzde=pct lira=TRY tl=TRY euro=EUR avro=EUR dolar=USD kuruş=cent
unit: saniyelik=s sn=s dakikalık=min saatte=h saatler=h sa=h günlük=d günler=d gecelik=d geceleme=d haftalık=wk haftalığına=wk aylık=mo aylığına=mo yıllık=y yaşındaki=y senelik=y sene=y milimetre=mm mm=mm santimetre=cm cm=cm m=m metrelik=m kilometrelik=km mil=mi inç=in miligram=mg mg=mg g=g gr=g gramlık=g kiloluk=kg kilogram=kg ton=t tonluk=t mililitre=ml ml=ml lt=l litrelik=l l=l santigrat=C liralık=TRY liraya=TRY türk_lirası=TRY papel=TRY dolarlık=USD dolara=USD euroluk=EUR eur=EUR sterlin=GBP ruble=RUB kuruşluk=cent metrekare=m2 dönüm=acre hektar=ha km_saat=kmh kw=kW kwh=kWh watt=W gb=GB gigabayt=GB gigabyte=GB giga=GB mb=MB megabayt=MB kalori=kcal yemek_kaşığı=tbsp çay_kaşığı=tsp su_bardağı=cup
month: ocak=1 şubat=2 mart=3 nisan=4 mayıs=5 haziran=6 temmuz=7 ağustos=8 eylül=9 ekim=10 kasım=11 aralık=12
month: ocakta=1 şubatta=2 martta=3 nisanda=4 mayısta=5 haziranda=6 temmuzda=7 ağustosta=8 eylülde=9 ekimde=10 kasımda=11 aralıkta=12 oca=1 şub=2 nis=4 haz=6 tem=7 ağu=8 eyl=9 eki=10 kas=11 ara=12
day: pazartesi=1 salı=2 çarşamba=3 perşembe=4 cuma=5 cumartesi=6 pazar=7
day: pazartesiye=1 pazartesileri=1 salıya=2 salıları=2 çarşambaya=3 çarşambaları=3 perşembeye=4 perşembeleri=4 cumaya=5 cumaları=5 cumartesiye=6 cumartesileri=6 pazara=7 pazarları=7 pzt=1 çar=3 cmt=6 paz=7 pazar_günü=7
rel: bugün=0 bu_akşam=0 bu_gece=0 yarın=1 öbür_gün=2 dün=-1
rel: bu_sabah=0 bugünkü=0 bu_öğleden_sonra=0 akşama=0 yarınki=1 yarına=1 yarın_sabah=1 yarın_akşam=1 ertesi_gün=1 öbürsü_gün=2 yarından_sonra=2 yarından_sonraki_gün=2 dünkü=-1 dün_akşam=-1 dün_gece=-1 evvelsi_gün=-2 önceki_gün=-2 bugüne=0
span: gün=d hafta=w hafta_sonu=e ay=m yıl=y
span: günler=d haftaya=w haftanın=w haftasonu=e hafta_sonuna=e aya=m ayın=m yılın=y sene=y çeyrek=q
next: gelecek önümüzdeki haftaya
next: bir_sonraki öbür sonraki
last: geçen
last: geçtiğimiz önceki
this: bu
ago: önce
ago: evvel
later: sonra
later: içinde sonrasında sonraya
am: sabah sabahleyin
am: sabahın sabahtan sabahki öğleden_önce sabaha
pm: akşam öğleden_sonra gece=night
pm: akşamüstü akşama akşamki geceleyin=night ikindi öğleden_sonraki
clock: öğlen=12:00 gece_yarısı=00:00
clock: öğle=12:00 öğlende=12:00 gece_yarısında=00:00
at: saat
not: sakın hiçbir hiç
not: asla katiyen
not: hiçbirini hiçbiri
notpost: gereksiz değil hariç yerine olmasın istemiyorum yok olmadan dışında istemem gerek_yok çıkarın gerekmiyor gerekmez istemiyoruz lazım_değil gerekli_değil olmaz yemiyorum yemem olmasa_da_olur istemez
notpost: haricinde hariç_tutun hariç_olsun olmaksızın olmayacak olmayan almayın almayayım koymayın eklemeyin göndermeyin aramayın yapmayın gelmiyor gelemiyor gelmeyecek lüzum_yok lüzumsuz değiliz değilim yemez içmiyorum sevmiyorum kullanmıyorum kalsın kalmasın çıkar çıkartın
notpost: lazım_olmayacak uymuyor bana_uymuyor bize_uymuyor olmasa alerjim_var alerjisi_var iptal_oldu iptal_edildi iptal_olsun müsait_değil müsait_değilim müsait_değiliz uygun_değil uygun_değilim artık_istemiyorum artık_gerek_yok
notpost: haricindeki dışındaki istemedim istemeyiz istemiyor gerekmeyecek gerekmedi gelemem gelemeyiz gelemeyecek gelmeyeceğim gelmeyeceğiz katılmıyor katılamıyor katılamayacak uymaz işime_gelmiyor olmuyor almıyorum almıyoruz almayacağım almayacağız kullanmıyoruz yemiyoruz yemiyor içmiyoruz içmem içmez sevmem sevmiyoruz hoşlanmıyorum bulunmasın konulmasın konmasın eklenmesin katmayın çıkarılsın çıkarıldı düşülsün olmamak_şartıyla hariç_olmak_üzere yapamıyorum yapamam boşverin
but: ama fakat
but: lakin ancak çünkü oysa yalnız
only: sadece yalnızca
only: bir_tek sırf tek
sorry: pardon daha_doğrusu aslında yok_yok düzeltiyorum özür_dilerim yanlış bir_dakika yok_pardon vazgeçtim fikrimi_değiştirdim yanlış_söyledim hayır_pardon daha_iyisi yanlış_yazmışım affedersiniz kusura_bakma şöyle_yapalım
sorry: dur dur_bir bekle bekleyin hayır_dur yok_dur ay_pardon ah_pardon kusura_bakmayın yanlış_oldu yanlış_yazdım karıştırdım karıştırmışım düzelteyim düzeltme demek_istediğim demek_istedim yani_şey şey_pardon yok_aslında hayır_aslında daha_iyi_olur en_iyisi onun_yerine bunun_yerine olsun_bari değiştirelim değiştir karar_değiştirdim fikir_değiştirdim yanılmışım hata_yaptım hatam vazgeçtik ya_da_dur doğrusu
sorry: yok_bekle hayır_bekle yok_öyle_değil hayır_öyle_değil daha_doğru_olur bir_daha_düşündüm olarak_değiştir yok_ya ay_yok dur_ya pardon_hayır pardon_yok aslında_hayır hata_benim benim_hatam
sorry: düzeltme_yapayım yanlışım_var yanlış_hatırladım yanlış_okudum yazım_hatası daktilo_hatası sürçülisan dilim_sürçtü düşündüm_de tekrar_düşündüm iyi_düşününce plan_değişti planlar_değişti planımız_değişti onu_boşver boşver_onu unutun_onu onu_unutun yerine_şunu lafımı_geri_alıyorum geri_alıyorum olarak_değiştirin olarak_düzelt olarak_düzeltin kararımı_değiştirdim caydım caydık
yes: evet tamam olur doğru tabii kesinlikle aynen peki onaylıyorum iyi_olur neden_olmasın memnuniyetle elbette harika_olur
yes: aynen_öyle olur_tabii tabii_ki hay_hay iyi_fikir harika süper evet_lütfen
yes: doğrudur uygundur tabi tabi_ki anlaştık kabul_ediyorum onaylıyoruz kulağa_hoş_geliyor güzel_olur mükemmel bana_uyar bize_uyar şüphesiz tamamdır
no: hayır yok gerek_yok istemem hayır_teşekkürler olmaz
no: yoo kalsın asla katiyen kesinlikle_hayır şimdilik_hayır şimdi_değil bugün_değil başka_zaman belki_sonra almayayım istemiyorum sağ_ol_istemem teşekkürler_istemem
no: asla_olmaz belki_başka_zaman bu_sefer_değil bu_seferlik_hayır hayır_istemiyorum hayır_gerek_yok gerekmez_teşekkürler
no: imkansız mümkün_değil katılmıyorum katiyetle_hayır pek_değil sanmıyorum zannetmiyorum maalesef_hayır ne_yazık_ki_hayır
or: veya yoksa ya_da
or: veyahut ya
and: ve ayrıca
and: artı ile_birlikte hem
frompost: dan den tan ten
frompost: ndan nden çıkışlı itibaren kalkışlı gidişli
frompost: de_başlıyor da_başlıyor te_başlıyor ta_başlıyor de_başlayacak da_başlayacak te_başlayacak ta_başlayacak de_başlar da_başlar te_başlar ta_başlar de_kalkıyor da_kalkıyor te_kalkıyor ta_kalkıyor de_kalkacak da_kalkacak te_kalkacak ta_kalkacak de_açılıyor da_açılıyor te_açılıyor ta_açılıyor de_açılır da_açılır te_açılır ta_açılır de_hareket da_hareket te_hareket ta_hareket de_çıkıyoruz da_çıkıyoruz te_çıkıyoruz ta_çıkıyoruz de_çıkıyorum da_çıkıyorum te_çıkıyorum ta_çıkıyorum de_ayrılıyoruz da_ayrılıyoruz te_ayrılıyoruz ta_ayrılıyoruz de_yola da_yola te_yola ta_yola başlıyor başlayacak başlangıçlı kalkışı ndan_itibaren gidişi
topost: a=for e=for ya=for ye=for kadar
topost: na=for ne=for doğru dek değin varışlı
topost: de_bitiyor da_bitiyor te_bitiyor ta_bitiyor de_bitecek da_bitecek te_bitecek ta_bitecek de_biter da_biter te_biter ta_biter de_kapanıyor da_kapanıyor te_kapanıyor ta_kapanıyor de_kapanır da_kapanır te_kapanır ta_kapanır de_varıyor da_varıyor te_varıyor ta_varıyor de_varıyoruz da_varıyoruz te_varıyoruz ta_varıyoruz de_varıyorum da_varıyorum te_varıyorum ta_varıyorum de_varacağız da_varacağız te_varacağız ta_varacağız de_iniyor da_iniyor te_iniyor ta_iniyor de_iniyoruz da_iniyoruz te_iniyoruz ta_iniyoruz de_dönüyoruz da_dönüyoruz te_dönüyoruz ta_dönüyoruz de_dönüyorum da_dönüyorum te_dönüyorum ta_dönüyorum de_döneceğiz da_döneceğiz te_döneceğiz ta_döneceğiz bitiyor bitecek dönüşlü dönüşü bitişli
topost: istikametine yönüne arası=between arasında=between arasındayız=between arasındaki=between
min: en_az minimum asgari en_azından minumum
min: en_aşağı en_erken
min: en_düşük
min: asgarisi minimumda enaz hiç_değilse
max: en_fazla en_çok maksimum azami en_geç
max: max
max: en_yüksek maks en_uzun limit
max: azamisi enfazla üst_sınır üst_limit son_tarih maksimumda taş_çatlasa bilemedin
all: hepsi tüm bütün her gerisi kalanı diğerleri herkes
all: hepsini hepimiz tümü tümünü tamamı tamamını ikisi ikisini kalanını diğerlerini geri_kalanı geri_kalan bütününü hepsinin
all: herkese ikisi_de her_ikisi her_ikisini her_ikisi_de üçü_de geri_kalanını her_birini
all: herkesi herkesin hepsine hepinizi ikisine_de kalanların geri_kalanları diğerlerinin topyekün her_biri
any: herhangi fark_etmez
any: fark_etmiyor farketmez hangisi_olursa ne_olursa istediğiniz size_kalmış hiç_fark_etmez herhangi_bir
any: hangisi_olursa_olsun ne_olursa_olsun sen_seç istediğiniz_gibi herhangi_birini kim_olursa_olsun
any: nasıl_isterseniz siz_bilirsiniz sen_bilirsin siz_seçin sana_kalmış keyfinize_kalmış tercihim_yok önemi_yok istediğin herhangi_biri nerede_olursa_olsun
least: en_ucuz=price en_erken=time en_yakın=distance en_kısa=duration
least: en_ucuzu=price daha_ucuz=price en_ucuzunu=price ucuz_olan=price en_yakını=distance en_hızlı=duration en_kısası=duration daha_erken=time en_küçük=size
least: en_uygun=price en_uygun_fiyatlı=price en_düşük_fiyatlı=price daha_uygun_fiyatlı=price en_kısa_süreli=duration en_kısa_süren=duration daha_küçük=size daha_yakın=distance daha_kısa=duration daha_hızlı=duration
least: en_ucuzuna=price en_hesaplı=price en_hesaplısı=price en_erkeni=time en_erkenini=time en_yakınını=distance en_yakındaki=distance en_hızlısı=duration en_küçüğü=size en_ufağı=size en_çabuk=duration
most: en_pahalı=price en_geç=time en_büyük=size
most: en_pahalısı=price en_büyüğü=size daha_geç=time en_uzun=duration en_iyi=rating en_yeni=time en_yüksek_puanlı=rating
most: daha_pahalı=price en_son=time daha_büyük=size en_iyisi=rating en_yüksek_puan=rating en_çok_beğenilen=rating
most: en_pahalısını=price en_geçi=time en_yenisi=time en_güncel=time en_büyüğünü=size en_uzunu=duration en_uzağı=distance en_uzak=distance puanı_en_yüksek=rating en_beğenilen=rating
dot: nokta=. tire=-
dot: et=@ kuyruklu_a=@ bölü=/ kısa_çizgi=-
dot: eksi=-
leave: hariç çıkar
people: kişi kişilik yolcu
people: kişiye kişiyiz misafir yetişkin çocuk katılımcı
mean: kırmızı=red mavi=blue yeşil=green siyah=black beyaz=white sarı=yellow büyük=large küçük=small orta=medium pencere=window cam=window koridor=aisle gidiş_dönüş=round tek_yön=one günlük=daily haftalık=weekly aylık=monthly acil=urgent yüksek=high düşük=low tren=train otobüs=bus araba=car uçak=plane kahvaltı=breakfast çift=double tek=single dışarıda=outdoor içeride=indoor mutfak=kitchen salon=living yatak=bedroom banyo=bathroom kart*=card nakit=cash havale=transfer konut*=home ev=home banka*=bank soğuk=cold sıcak=hot acılı=spicy çocuk=child köpek=pet fatura=invoice sigorta=insurance hediye=gift kırık=broken sabah=morning akşam=evening
mean: kırmızısı=red mavisi=blue gri=grey kahverengi=brown pembe=pink turuncu=orange mor=purple gümüş=silver e-posta=email eposta=email telefonla=call arama=call arayın=call mesaj=sms ufak=small sadece_gidiş=one her_gün=daily her_hafta=weekly her_ay=monthly yıllık=yearly her_yıl=yearly aciliyeti=urgent acilen=urgent yüksekte=high normalde=normal trenle=train otobüsle=bus arabayla=car otomobil=car uçuş=plane uçakla=plane bisiklet=bike bisikletle=bike yürüyerek=foot kahvaltılı=breakfast kahvaltısı=breakfast öğle_yemeği=lunch akşam_yemeği=dinner vejetaryen=vegetarian glüten=gluten glütensiz=gluten laktoz=lactose yatağı=bed çift_kişilik=double tek_kişilik=single iki_ayrı_yatak=twin süit=suite teras=terrace terasta=terrace dışarı=outdoor açık_hava=outdoor içeri=indoor kapalı_alan=indoor mutfakta=kitchen oturma_odası=living salonda=living yatak_odası=bedroom banyoda=bathroom kredi_kartı=card nakitle=cash peşin=cash eft=transfer faturası=invoice
mean: faturayı=invoice fiş=receipt makbuz=receipt teslim_almak=pickup kendim_alacağım=pickup gel_al=pickup teslimat=delivery eve_servis=delivery adrese_teslim=delivery soğuğu=cold ılık=warm sabahı=morning öğleden_sonra=afternoon akşamı=evening akşamüstü=evening gece=night çocuğu=child çocuklar=children bebek=infant yetişkin=adults emekli=senior öğrenci=student kedi=pet evcil_hayvan=pet sigortası=insurance hediyelik=gift bozuk=broken bozuldu=broken hasarlı=damaged yeni=new ikinci_el=used kullanılmış=used açık=open kapalı=closed ödendi=paid ödenmiş=paid ödenmemiş=unpaid beklemede=pending onaylandı=confirmed iptal=cancelled ekonomi=economy iş_sınıfı=business birinci_sınıf=first standart=standard temel=basic hızlı_kargo=express kırılacak=fragile otomatik=automatic manuel=manual elektrikli=electric dizel=diesel mazot=diesel benzin=petrol sol=left sola=left soldaki=left sağ=right sağa=right sağdaki=right deniz=sea bahçe=garden otopark=parking asansör=elevator asansör=lift
mean: sigara=smoking kablosuz=wifi anahtar=key hatırlatma=reminder hatırlat=reminder bildirim=notification paketleme=wrap paketleme=wrapping indirim=discount depozito=deposit kapora=deposit iade=refund değişim=exchange tamir=repair onarım=repair başlangıç=beginner acemi=beginner orta_seviye=intermediate ileri=advanced erkek=male kadın=female evli=married hırsızlık=theft çalındı=theft kayıp=lost kaybettim=lost yangın=fire izin=holiday tatil=holiday izin=vacation tatil=vacation evde=home eve=home ofis=office çevrimiçi=online internetten=online yerinde=onsite yüz_yüze=onsite postayla=post kurye=courier kargo=courier özel=private şahsi=private herkese_açık=public şirket=company şeker=sugar şekerli=sugar süt=milk sütlü=milk yulaf=oat tavuk=chicken dana_eti=beef domuz=pork balık=fish deniz_ürünleri=seafood sebze=vegetable sebzeli=vegetable ekmek=bread peynir=cheese peynirli=cheese kahve=coffee çay=tea şarap=wine bira=beer havlu=towel kask=helmet çadır=tent sandalye=chair
mean: masa=table balkon=balcony ısıtma=heating kalorifer=heating ışık=light çalar_saat=alarm refakatçi=companion tercüman=interpreter tekerlekli_sandalye=wheelchair alerji=allergies alerjisi=allergies alerjim=allergies fotoğraf=photo randevu=appointment kendim=self partnerim=partner ebeveyn=parent haşlanmış=boiled kızarmış=fried ızgara=grilled ince=thin kalın=thick yumuşak=soft sert=hard kuru=dry ahşap=wood tahta=wood plastik=plastic cam=glass deri=leather pamuk=cotton yün=wool her_zaman=always asla=never bir_kez=once tek_seferlik=once almanca=german ingilizce=english fransızca=french ispanyolca=spanish italyanca=italian arapça=arabic japonca=japanese koyu=dark
mean: hediye_paketi=wrap hastayım=sick
mean: metro=subway kiralık=rental kiralama=rental taksit=installments taksitle=installments taksitli=installments bagaj=luggage bavul=suitcase valiz=suitcase valiz=luggage uçuş=flight telefon=phone telefonla=phone kaza=accident yüz_yüze=person şahsen=person vapur=ferry feribot=ferry taksi=taxi taksiyle=taxi gemi=ship kamyon=truck kamyonet=truck üç_ayda_bir=quarterly sigara_içilmeyen=non sigarasız=non yarım_pansiyon=half tam_pansiyon=full su_kaçağı=leak sızıntı=leak sızıyor=leak el_bagajı=hand kusurlu=defective arızalı=defective defolu=defective engelli=accessible iki_haftada_bir=biweekly on_beş_günde_bir=biweekly haftada_bir=weekly ayda_bir=monthly yılda_bir=yearly günde_bir=daily hafta_içi=weekdays
mean: hafta_sonu=weekends uzaktan=remote banka_kartı=debit kredi=credit ücretsiz=free bedava=free tamamlandı=completed tamamlanmış=completed teslim_edildi=delivered gecikmiş=overdue acelesi_yok=low kocam=spouse eşimle=spouse boşanmış=divorced garaj=garage aşı=vaccination akü=battery
mean: cep_telefonu=mobile trafik_kazası=accident maden_suyu=sparkling engelliye_uygun=accessible kapıda_ödeme=cod vadesi_geçmiş=overdue köpeğim=dog kedim=cat havuz=pool daire=apartment klima=ac klimalı=ac buzdolabı=fridge tesisatçı=plumber temizlik=cleaning bulaşık_makinesi=dishwasher dişçi=dentist diş_hekimi=dentist doktor=doctor baş_ağrısı=headache hamile=pregnant gebe=pregnant fren=brakes frenler=brakes lastik=tires lastikler=tires hibrit=hybrid gömlek=shirt elbise=dress pantolon=pants ceket=jacket ayakkabı=shoes fındık=nuts yumurta=eggs toplantı=meeting sözleşme=contract maaş=salary şifre=password pasaport=passport görüntülü=video
mean: müşteri=customer sipariş=order rezervasyon=booking
holiday: yılbaşı=12-31 yılbaşı_gecesi=12-31
holiday: yeni_yıl=01-01 sevgililer_günü=02-14 cumhuriyet_bayramı=10-29 zafer_bayramı=08-30
days: hafta_içi=12345 her_gün=1234567
days: hafta_içleri=12345 hafta_içi_her_gün=12345 pazartesiden_cumaya=12345 hafta_sonları=67 günaşırı=1357
then: yani tamam anladım o_zaman=then
lapse: yarım_saat=30
lapse: yarım_saatlik=30 çeyrek_saat=15 bir_buçuk_saat=90 kırk_beş_dakika=45
calc: böl toplam her eksi fazla yarısı kalan
off: kapat kapatın kapalı
off: kapatılsın kapatılmış devre_dışı sustur sessiz sessize kapatmak
off: devre_dışı_bırak sessize_al
off: kapatır_mısın kapatır_mısınız kapatmanı kapansın söndür söndürün abonelikten_çık
mine: ben bana benim biz bize bizim bu_sefer
mine: benimki kendim kendime bu_yıl bende
theirs: kardeşim ablam abim annem babam kocam eşim oğlum kızım arkadaşım komşum patronum geçen_sefer geçen_yıl kardeşimin ablamın abimin annemin anneme babamın babama kocamın eşimin eşime oğlumun oğluma kızımın kızıma arkadaşımın arkadaşıma komşumun patronumun
theirs: babaannem babaannemin anneannem anneannemin dedem dedemin amcam amcamın dayım dayımın teyzem teyzemin halam halamın kuzenim kuzenimin yeğenim kayınvalidem kayınpederim baldızım eniştem sevgilim nişanlım arkadaşlarım iş_arkadaşım müdürüm geçen_hafta geçen_ay eskiden kardeşime ablama abime
flip: tam_tersi tersine
minpost: ve_üzeri ve_üstü veya_daha_fazla dan_fazla den_fazla üzeri
minpost: ve_daha_fazla ve_sonrası ve_fazlası üstü üstünde üzerinde fazla aşan
minpost: veya_üzeri veya_üstü ya_da_daha_fazla ve_daha_büyük ve_daha_iyi i_aşkın veya_sonrası ya_da_üzeri
minpost: ve_yukarısı
maxpost: ve_altı veya_daha_az kadar altında
maxpost: ve_daha_az ve_öncesi altı aşmayan geçmeyen dek
maxpost: veya_altı ya_da_daha_az i_geçmesin u_geçmesin yi_geçmesin i_aşmasın u_aşmasın yi_aşmasın i_geçmeyen u_geçmeyen yi_geçmeyen i_aşmayan u_aşmayan yi_aşmayan veya_öncesi ya_da_daha_ucuz
pass: sorun_değil sorun_yok problem_değil önemli_değil fena_değil acelesi_yok acele_yok değil_mi gerek_yok_mu hiç_sorun_değil eksik_olma
pass: acelem_yok acelemiz_yok sakıncası_yok mahsuru_yok fark_etmez unutmayın endişelenmeyin çekinmeyin sıkıntı_yok sıkıntı_değil dert_değil mühim_değil kötü_değil emin_değilim emin_değiliz yok_mu değil_miydi olmaz_mı bir_sakıncası_yok problem_yok ne_gerek_var farketmez sadece_değil yalnızca_değil daha_geç_olmasın olmasın_mı istemez_misiniz
pass: merak_etmeyin merak_etme
drop: iptal_et vazgeç sil silin çıkart kaldır kaldırın unut
drop: iptal_eder_misin iptal_eder_misiniz iptal_etmek sildir silebilir_misin silebilir_misiniz kaldırır_mısın çıkarır_mısın çıkarır_mısınız vazgeçin durdur durdurun
from: gidiş gidiş_tarihi başlangıç başlangıç_tarihi başlangıç_saati kalkış kalkış_saati kalkış_yeri hareket_saati açılış açılış_saati giriş_tarihi check-in alış_yeri alış_tarihi alış_saati çıkış_noktası
to: dönüş dönüş_tarihi varış varış_saati varış_yeri bitiş bitiş_tarihi bitiş_saati kapanış kapanış_saati check-out çıkış_tarihi iade_tarihi iade_yeri teslim_yeri
edge: sonu=last sonuna=last sonunda=last başı=first başında=first başına=first
drop: iptal_edin iptal
