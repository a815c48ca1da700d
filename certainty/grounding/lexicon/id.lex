# Indonesian
stop: yang dan di ke dari untuk saya ini itu dengan tidak tolong mau bisa jam hari ada kami atau akan sudah kita ya nya jadi pada juga aku dong kok
num: nol=0 satu=1 dua=2 tiga=3 empat=4 lima=5 enam=6 tujuh=7 delapan=8 sembilan=9 sepuluh=10 sebelas=11 dua_belas=12 tiga_belas=13 empat_belas=14 lima_belas=15 enam_belas=16 tujuh_belas=17 delapan_belas=18 sembilan_belas=19 dua_puluh=20 tiga_puluh=30 empat_puluh=40 lima_puluh=50 enam_puluh=60 tujuh_puluh=70 delapan_puluh=80 sembilan_puluh=90 seratus=100 ratus=100 seribu=1000 ribu=1000 rb=1000 juta=1000000 jt=1000000 lusin=12 selusin=12 berdua=2 bertiga=3 berempat=4
num: kosong=0 sepasang=2 sejuta=1000000 seratus_ribu=100000 miliar=1000000000 puluh=10 belas=10 berlima=5 berenam=6 bertujuh=7 berdelapan=8 setengah_lusin=6 goceng=5000 ceban=10000 gocap=50 cepek=100 gopek=500 seceng=1000 sepuluhan=10 dobel=2 ganda=2
one: se sebuah satu
ord: pertama=1 kedua=2 ketiga=3 keempat=4 kelima=5
ord: keenam=6 ketujuh=7 kedelapan=8 kesembilan=9 kesepuluh=10
ord: yang_pertama=1 yang_kedua=2 yang_ketiga=3 yang_keempat=4 yang_kelima=5
ord: kesatu=1 pertamanya=1
half: setengah
half: separuh separo
half: seperempat=0.25 tiga_perempat=0.75
plus: setengah=0.5
plus: lebih_seperempat=0.25 lewat_seperempat=0.25 kurang_seperempat=-0.25 lewat_lima=0.0834 lewat_sepuluh=0.1667 lewat_dua_puluh=0.3334 kurang_lima=-0.0834 kurang_sepuluh=-0.1667
unit: detik=s menit=min jam=h hari=d malam=d minggu=wk bulan=mo tahun=y sentimeter=cm meter=m kilometer=km km=km gram=g kilo=kg kg=kg liter=l derajat=deg persen=pct rupiah=IDR rp=IDR dolar=USD
unit: dtk=s sekon=s mnt=min menitan=min jaman=h hr=d harian=d pekan=wk bln=mo bulanan=mo thn=y taun=y milimeter=mm mm=mm cm=cm m=m inci=in kaki=ft mil=mi miligram=mg mg=mg g=g gr=g ons=hg kilogram=kg kuintal=kg ton=t mililiter=ml ml=ml l=l celsius=C celcius=C prosen=pct perak=IDR idr=IDR dollar=USD euro=EUR ringgit=USD hektar=ha meter_persegi=m2 km_jam=kmh kw=kW kwh=kWh watt=W gb=GB giga=GB gigabita=GB mb=MB kalori=kcal sendok_makan=tbsp sdm=tbsp sendok_teh=tsp sdt=tsp cangkir=cup gelas=cup
month: januari=1 februari=2 maret=3 april=4 mei=5 juni=6 juli=7 agustus=8 september=9 oktober=10 november=11 desember=12
month: jan=1 feb=2 pebruari=2 apr=4 jun=6 jul=7 agt=8 agu=8 sept=9 sep=9 okt=10 nopember=11 nov=11
day: senin=1 selasa=2 rabu=3 kamis=4 jumat=5 sabtu=6 hari_minggu=7 ahad=7
day: hari_senin=1 hari_selasa=2 hari_rabu=3 hari_kamis=4 kam=4 hari_jumat=5 jum'at=5 jum=5 hari_sabtu=6 sab=6
rel: hari_ini=0 malam_ini=0 nanti_malam=0 besok=1 lusa=2 kemarin=-1
rel: pagi_ini=0 siang_ini=0 sore_ini=0 nanti_sore=0 nanti_siang=0 besok_pagi=1 besok_siang=1 besok_sore=1 besok_malam=1 esok=1 esok_hari=1 keesokan=1 besok_lusa=2 tulat=3 kemarin_dulu=-2 kemarin_lusa=-2 tadi_malam=-1 semalam=-1 kemaren=-1 hr_ini=0
span: hari=d minggu=w akhir_pekan=e bulan=m tahun=y
span: pekan=w minggunya=w hr=d bln=m thn=y tahunan=y kuartal=q triwulan=q
next: depan berikutnya
next: mendatang yang_akan_datang selanjutnya
last: lalu
last: kemarin yang_lalu terakhir silam
this: ini
ago: lalu sebelumnya
ago: silam yang_lalu
later: lagi kemudian
am: pagi
am: subuh dini_hari paginya pagi-pagi
pm: siang sore malam=night
pm: petang malamnya=night sorenya
clock: tengah_malam=00:00
clock: tengah_hari=12:00
at: jam pukul
at: sekitar_jam sekitar_pukul
not: tidak bukan tanpa jangan kecuali tak nggak gak enggak selain batalkan
not: bukannya alih-alih daripada ngga ga kagak tdk gk jgn
not: selain_dari terkecuali di_luar_dari hindari menghindari dihindari alergi membenci ketimbang kecualikan jangan_pakai jangan_pake gausah tidak_termasuk tak_termasuk nggak_termasuk tanpa_ada
notpost: tidak_perlu tidak_usah nggak_perlu gak_perlu tak_perlu nggak_usah gak_usah tidak_mau nggak_mau gak_mau saya_tidak_mau tidak_butuh tidak_bisa
notpost: ga_usah gausah nggausah ga_perlu gaperlu ga_mau gamau ngga_usah ngga_mau tidak_jadi dibatalkan batal tidak_diperlukan tidak_dibutuhkan tidak_ikut nggak_ikut gak_ikut tidak_makan nggak_makan ga_bisa gak_bisa nggak_bisa tidak_ada gak_ada nggak_ada tak_usah dikeluarkan dihapus
notpost: tidak_cocok nggak_cocok gak_cocok ga_cocok kurang_cocok tidak_tersedia tidak_masuk tidak_bisa_ikut ga_ikut ngga_ikut tidak_datang gak_datang nggak_datang ga_datang tidak_jadi_ikut tidak_penting tidak_dipakai gak_dipake nggak_dipake tidak_dihitung tidak_suka gak_suka nggak_suka ga_suka tidak_minum tidak_makan_lagi gak_minum nggak_minum tidak_wajib tidak_perlu_lagi nggak_perlu_lagi sudah_tidak_perlu udah_gak_perlu udah_nggak_perlu batal_ikut batal_datang dihilangkan dibuang dicoret ditiadakan berhalangan tidak_memungkinkan gak_memungkinkan nggak_bisa_ikut ga_butuh gak_butuh nggak_butuh
pass: tidak_lebih_dari tidak_kurang_dari tidak_hanya tidak_masalah jangan_lupa bukan_cuma
pass: tidak_apa-apa gak_apa-apa nggak_apa-apa gapapa ga_masalah gak_masalah nggak_masalah tidak_terburu-buru tidak_buru-buru tidak_cuma bukan_masalah jangan_khawatir tidak_lewat_dari tidak_terlalu
pass: tidak_melebihi tidak_lewat jangan_lewat jangan_lewat_dari jangan_kurang_dari tidak_di_bawah tidak_di_atas jangan_di_atas tidak_lebih_awal_dari tidak_lebih_lambat_dari nggak_lebih_dari gak_lebih_dari ga_lebih_dari gak_kurang_dari nggak_kurang_dari jangan_lebih_lambat_dari jangan_sungkan jangan_ragu jangan_ragu-ragu jangan_lama-lama jangan_telat jangan_sampai_telat tidak_yakin nggak_yakin gak_yakin tidak_tahu nggak_tahu gak_tau nggak_tau ga_tau tidak_ingat gak_inget tidak_keberatan nggak_keberatan gak_keberatan tidak_terlalu_lama bukan_hanya bukan_saja bukan_begitu tidak_ada_masalah gak_ada_masalah nggak_ada_masalah tidak_perlu_khawatir tidak_usah_khawatir gak_usah_khawatir tidak_buru tidak_mendesak
pass: nggak_mendesak gak_mendesak tidak_diragukan kenapa_tidak kenapa_enggak kenapa_nggak mengapa_tidak atau_tidak atau_nggak atau_enggak bisa_tidak bisa_nggak boleh_tidak tidak_buruk gak_jelek tanpa_masalah tidak_salah bukannya_tidak belum_tentu belum_tahu belum_yakin kalau_tidak jika_tidak mau_tidak tidak_lama
but: tapi tetapi melainkan karena
but: namun soalnya sebab
only: hanya cuma saja
only: sekadar semata
only: melulu semata-mata cuman doang satu-satunya khusus_untuk
sorry: eh maaf maksud_saya sebenarnya ganti maksudnya salah ralat eh_salah maaf_salah bukan_itu maksud_aku koreksi tunggu diganti jadinya salah_ketik ga_jadi gak_jadi nggak_jadi tidak_jadi ubah_jadi
sorry: eh_bukan eh_maaf eh_tunggu eh_sorry sori sorry bentar sebentar oh_ya_maaf maksud_gue maksud_gua salah_ngomong salah_sebut salah_tulis typo keliru diralat berubah_pikiran lebih_baik mending mendingan sebaiknya ganti_jadi diganti_jadi jadi_aja jadiin bukan_deh enggak_deh gak_deh dipikir-pikir setelah_dipikir kalau_dipikir sebagai_gantinya ubah ganti_aja lupakan_itu
sorry: eh_salah_deng eh_salah_ding maaf_bukan bukan_maaf bukan_maksud_saya maaf_tunggu tunggu_dulu tunggu_sebentar bentar_deh sebentar_salah salah_maaf salah_ketik_maaf salah_input saya_salah aku_salah saya_keliru saya_tarik_kembali tarik_kembali lupakan_yang_tadi abaikan_yang_tadi abaikan_itu koreksi_ya rencana_berubah ganti_rencana ubah_rencana berubah_rencana setelah_saya_pikir pikir-pikir_lagi kalau_dipikir_lagi lebih_tepatnya tepatnya atau_lebih_tepatnya maksud_kami ubah_menjadi diubah_menjadi diubah_jadi ganti_ke diganti_ke ups yang_benar
sorry: salah_baca salah_info salah_pilih salah_hitung kesalahan_saya kekeliruan tertukar ketuker maksudku pindah_ke_jam waduh_salah aduh_salah duh_salah ternyata_salah seharusnya
yes: ya iya boleh oke ok betul benar setuju baik sip kenapa_tidak dengan_senang_hati silakan tentu tentu_saja boleh_juga
yes: iya_dong iya_betul ya_benar ya_betul yup deal oke_deh oke_sip ok_deh boleh_deh saya_setuju kami_setuju ide_bagus dengan_senang mau_dong
yes: iyaa yap bener bener_banget tepat_sekali siap sepakat lanjut lanjutkan gaskeun mantap oke_lanjut bolehlah sudah_pasti saya_konfirmasi dikonfirmasi kedengarannya_bagus kelihatannya_bagus mau_banget
no: tidak nggak belum bukan tidak_usah tidak_perlu nggak_usah jangan
no: ga gak enggak ngga tidak_terima_kasih nggak_makasih gak_makasih tidak_jadi jangan_dulu nggak_dulu gak_dulu lain_kali kapan-kapan tidak_sekarang tentu_tidak jelas_tidak cukup_itu
no: tidak_mau nggak_mau gak_mau gak_usah tak_usah bukan_itu tidak_dulu enggak_dulu belum_perlu jangan_sekarang nanti_saja nanti_aja lain_waktu tidak_hari_ini bukan_sekarang tidak_akan tidak_sama_sekali sama_sekali_tidak maaf_tidak tidak_perlu_terima_kasih nggak_perlu_makasih
no: kayaknya_nggak kayaknya_tidak sepertinya_tidak ogah_ah pasti_tidak sayangnya_tidak
or: atau
or: ataupun maupun
and: dan serta
and: sama beserta plus
from: dari mulai antara asal sejak
from: berangkat_dari keberangkatan mulai_dari dimulai terhitung per_tanggal dr
from: berangkat berangkat_pada berangkat_tanggal berangkat_jam keluar_dari buka_jam buka_pukul mulai_tanggal mulai_jam mulai_pukul dimulai_pada dimulai_jam check-in check-in_tanggal check-in_pada jemput_di jemput_saya_di jemput_kami_di dijemput_di tolong_jemput_di diambil_di dikirim_dari berlaku_mulai berlaku_sejak titik_jemput tanggal_mulai tanggal_berangkat jam_mulai jam_buka jam_berangkat terbang_dari per_hari_ini naik_dari
to: ke sampai hingga untuk=for menuju tujuan buat=for
to: tiba kedatangan ke_arah arah sampe s/d sampai_dengan kembali pulang dikirim_ke
to: tiba_di tiba_pada tiba_jam sampai_di sampai_jam sampai_tanggal pulang_tanggal pulang_jam kembali_ke kembali_tanggal kembali_pada balik_ke balik_tanggal check-out check-out_tanggal check-out_pada tutup_jam tutup_pukul selesai selesai_jam selesai_pukul berakhir berakhir_pada berakhir_tanggal antar_ke antar_saya_ke antar_kami_ke antarkan_ke diantar_ke turunkan_di turunkan_saya_di kirim_ke kirimkan_ke dikirimkan_ke ditujukan_ke ditujukan_kepada terbang_ke tujuan_ke tanggal_selesai tanggal_pulang tanggal_kembali jam_selesai jam_tutup berlaku_sampai berlaku_hingga kembalikan_di sampai_ke
min: minimal paling_sedikit setidaknya lebih_dari di_atas sekurangnya sekurang-kurangnya melebihi tidak_kurang_dari
min: lebih_besar_dari lebih_tua_dari lebih_lama_dari mulai_dari paling_tidak paling_dikit tak_kurang_dari minim
min: paling_awal paling_cepat tidak_lebih_awal_dari jangan_kurang_dari tidak_di_bawah lebih_tinggi_dari lebih_mahal_dari lebih_berat_dari lebih_panjang_dari lebih_lambat_dari paling_kurang nggak_kurang_dari gak_kurang_dari setelah_jam sesudah_jam sesudah
min: di_atasnya diatas usia_minimal sedikitnya sedikit-dikitnya
max: maksimal paling_banyak kurang_dari di_bawah hingga sebanyak-banyaknya tidak_lebih_dari maks paling_lambat paling_lama maksimum
max: tidak_lebih tak_lebih_dari paling_banter maksimalnya lebih_kecil_dari lebih_murah_dari lebih_muda_dari sebelum jangan_lebih_dari jangan_sampai_lebih tidak_melebihi selambat-lambatnya selambatnya batas
max: paling_mahal paling_telat paling_malam paling_tinggi paling_berat paling_jauh paling_tua lebih_rendah_dari lebih_ringan_dari lebih_pendek_dari lebih_awal_dari lebih_cepat_dari lebih_sedikit_dari tidak_di_atas jangan_di_atas dibawah gak_lebih_dari nggak_lebih_dari ga_lebih_dari ngga_lebih_dari selambatnya_jam tidak_lebih_lambat_dari jangan_lebih_lambat_dari tidak_lewat jangan_lewat jangan_lewat_dari sebelum_jam batas_waktu batas_maksimal
max: tenggat
all: semua setiap seluruh sisanya selebihnya keduanya
all: semuanya seluruhnya segala masing-masing yang_lain lainnya yang_tersisa kedua-duanya
all: semua_orang sisa_lainnya tiap semua_yang_lain yang_lainnya satu_per_satu tiap-tiap
all: segalanya ketiganya keempatnya sekalian_semua
any: terserah apa_saja
any: bebas mana_saja kapan_saja siapa_saja sembarang sesukanya sama_saja tidak_masalah_yang_mana
any: apa_pun kapan_pun siapa_pun yang_mana_saja yang_mana_aja mana_aja apa_aja kapan_aja siapa_aja terserah_anda tidak_ada_preferensi nggak_masalah_yang_mana bebas_aja salah_satu_saja ikut_aja suka-suka
any: apapun kapanpun siapapun manapun gimana_aja terserah_kamu pilihkan_saja pilihin_aja salah_satunya
least: paling_murah=price termurah=price paling_pagi=time terdekat=distance tercepat=duration
least: paling_dekat=distance paling_cepat=duration paling_awal=time terawal=time lebih_murah=price paling_kecil=size terkecil=size terpendek=duration
least: yang_paling_murah=price harga_terendah=price terendah=price lebih_awal=time lebih_pagi=time paling_pendek=duration lebih_cepat=duration lebih_kecil=size lebih_dekat=distance paling_sebentar=duration
least: paling_terjangkau=price paling_ekonomis=price paling_hemat=price secepatnya=time paling_singkat=duration tersingkat=duration
most: paling_mahal=price termahal=price paling_malam=time terbesar=size
most: paling_besar=size paling_akhir=time terakhir=time terbaik=rating terlama=duration terbaru=time rating_tertinggi=rating paling_jauh=distance
most: lebih_mahal=price harga_tertinggi=price paling_tinggi=price paling_lambat=time paling_telat=time lebih_malam=time paling_baru=time lebih_besar=size paling_lama=duration paling_panjang=duration paling_bagus=rating paling_baik=rating rating_paling_tinggi=rating
most: terkini=time paling_luas=size terluas=size terpanjang=duration terjauh=distance paling_populer=rating paling_direkomendasikan=rating bintang_tertinggi=rating ulasan_terbaik=rating
dot: titik=. garis_miring=/
dot: strip=- at=@ keong=@
dot: minus=-
leave: tanpa kecuali
people: orang tamu penumpang
people: anak dewasa peserta pengunjung penonton org
mean: merah=red biru=blue hijau=green hitam=black putih=white kuning=yellow besar=large kecil=small sedang=medium jendela=window lorong=aisle pulang_pergi=round sekali_jalan=one harian=daily mingguan=weekly bulanan=monthly mendesak=urgent kereta=train mobil=car pesawat=plane sarapan=breakfast dapur=kitchen kamar=bedroom kartu=card tunai=cash ambil=pickup antar=delivery kirim=delivery dingin=cold panas=hot pedas=spicy pagi=morning sore=afternoon malam=evening anak=child dewasa=adults
mean: abu-abu=grey cokelat=brown coklat=brown merah_muda=pink oranye=orange jingga=orange ungu=purple perak=silver surel=email telepon=call telpon=call menelepon=call pesan=sms pp=round setiap_hari=daily tiap_hari=daily setiap_minggu=weekly tiap_minggu=weekly setiap_bulan=monthly tiap_bulan=monthly tahunan=yearly setiap_tahun=yearly darurat=urgent segera=urgent tinggi=high rendah=low biasa=normal kereta_api=train bis=bus mobilnya=car penerbangan=plane sepeda=bike jalan_kaki=foot makan_pagi=breakfast makan_siang=lunch makan_malam=dinner laktosa=lactose ranjang=bed tempat_tidur=bed ganda=double tunggal=single dua_ranjang=twin teras=terrace luar_ruangan=outdoor di_luar=outdoor dalam_ruangan=indoor di_dalam=indoor ruang_tamu=living ruang_keluarga=living kamar_tidur=bedroom kamar_mandi=bathroom kartu_kredit=card uang_tunai=cash ditransfer=transfer faktur=invoice tagihan=invoice struk=receipt
mean: kuitansi=receipt kwitansi=receipt diambil=pickup ambil_sendiri=pickup diantar=delivery dikirim=delivery pengiriman=delivery antaran=delivery hangat=warm pagi_hari=morning siang=afternoon sore_hari=evening tengah_malam=night anak-anak=children bayi=infant lansia=senior mahasiswa=student pelajar=student anjing=pet kucing=pet hewan_peliharaan=pet asuransi=insurance hadiah=gift kado=gift rusak=broken pecah=broken cacat=damaged baru=new bekas=used terbuka=open tutup=closed lunas=paid sudah_dibayar=paid belum_lunas=unpaid belum_dibayar=unpaid tertunda=pending terkonfirmasi=confirmed dibatalkan=cancelled batal=cancelled ekonomi=economy bisnis=business kelas_satu=first standar=standard dasar=basic kilat=express ekspres=express mudah_pecah=fragile matic=automatic otomatis=automatic listrik=electric solar=diesel bensin=petrol kiri=left kanan=right laut=sea taman=garden kebun=garden parkir=parking lift=elevator merokok=smoking kunci=key pengingat=reminder
mean: ingatkan=reminder notifikasi=notification pemberitahuan=notification bungkus=wrap dibungkus=wrap bungkus=wrapping diskon=discount uang_muka=deposit pengembalian_dana=refund tukar=exchange perbaikan=repair diperbaiki=repair pemula=beginner menengah=intermediate lanjutan=advanced laki-laki=male pria=male perempuan=female wanita=female menikah=married pencurian=theft dicuri=theft hilang=lost kebakaran=fire cuti=holiday liburan=holiday cuti=vacation liburan=vacation sakit=sick rumah=home kantor=office daring=online di_tempat=onsite pos=post kurir=courier pribadi=private umum=public publik=public perusahaan=company gula=sugar susu=milk ayam=chicken sapi=beef babi=pork ikan=fish makanan_laut=seafood sayur=vegetable sayuran=vegetable roti=bread keju=cheese kopi=coffee teh=tea bir=beer handuk=towel helm=helmet tenda=tent kursi=chair meja=table balkon=balcony pemanas=heating lampu=light pendamping=companion
mean: penerjemah=interpreter kursi_roda=wheelchair alergi=allergies foto=photo janji=appointment saya_sendiri=self pasangan=partner orang_tua=parent rebus=boiled goreng=fried bakar=grilled panggang=grilled tipis=thin tebal=thick empuk=soft lembut=soft keras=hard kering=dry kayu=wood logam=metal plastik=plastic kaca=glass kulit=leather katun=cotton wol=wool selalu=always tidak_pernah=never sekali_saja=once jerman=german inggris=english prancis=french spanyol=spanish italia=italian arab=arabic jepang=japanese gelap=dark
mean: nabati=vegan weker=alarm air_putih=water air_minum=water kamar_suite=suite kereta_bawah_tanah=subway mrt=subway sewa=rental penyewaan=rental cicilan=installments dicicil=installments angsuran=installments koper=suitcase koper=luggage bagasi=luggage ponsel=mobile telepon=phone tatap_muka=person feri=ferry kapal_feri=ferry taksi=taxi truk=truck triwulanan=quarterly per_kuartal=quarterly tiga_bulan_sekali=quarterly bebas_rokok=non tanpa_rokok=non kapal_laut=ship bocor=leak kebocoran=leak cacat_produksi=defective bersoda=sparkling difabel=accessible dua_minggu_sekali=biweekly setiap_dua_minggu=biweekly seminggu_sekali=weekly sebulan_sekali=monthly setahun_sekali=yearly sehari_sekali=daily hari_kerja=weekdays
mean: akhir_pekan=weekends jarak_jauh=remote kartu_debit=debit kredit=credit bayar_di_tempat=cod gratis=free cuma-cuma=free percobaan=trial sudah_selesai=completed rampung=completed sudah_sampai=delivered terlambat=late tidak_mendesak=low kecelakaan=accident istri=spouse suami=spouse istriku=spouse suamiku=spouse cerai=divorced dokter_gigi=dentist dokter=doctor ban_mobil=tires aki=battery
mean: minuman_anggur=wine langsung_datang=person kapal_pesiar=ship tas_kabin=hand bagasi_kabin=hand ramah_difabel=accessible jatuh_tempo=overdue anjingku=dog kucingku=cat kolam_renang=pool apartemen=apartment tukang_ledeng=plumber bersih-bersih=cleaning pembersihan=cleaning vaksin=vaccination vaksinasi=vaccination imunisasi=vaccination sakit_kepala=headache pusing=headache hamil=pregnant rem_mobil=brakes baterai=battery hibrida=hybrid kemeja=shirt gaun=dress celana=pants jaket=jacket sepatu=shoes kacang=nuts telur=eggs rapat=meeting pertemuan=meeting kontrak=contract gaji=salary kata_sandi=password paspor=passport panggilan_video=video
mean: pelanggan=customer pesanan=order
holiday: malam_tahun_baru=12-31 tahun_baru=01-01 natal=12-25
holiday: hari_natal=12-25 malam_natal=12-24 hari_kemerdekaan=08-17 hari_kartini=04-21 tujuh_belasan=08-17
days: hari_kerja=12345 setiap_hari=1234567
days: tiap_hari=1234567 saban_hari=1234567 senin_sampai_jumat=12345 senin_hingga_jumat=12345 hari_biasa=12345 hari-hari_kerja=12345 setiap_malam=1234567 setiap_pagi=1234567 akhir_pekan=67
then: jadi baik berarti kalau_begitu=then
lapse: setengah_jam=30
lapse: seperempat_jam=15 satu_setengah_jam=90 sejam=60 satu_jam_setengah=90
calc: bagi masing-masing total jumlah kurang tambah setengah sisa
swap: ganti=dengan/jadi/menjadi tukar=dengan/jadi ubah=menjadi/jadi/ke gantikan=dengan
flip: sebaliknya terbalik
minpost: ke_atas atau_lebih
minpost: lebih dan_seterusnya dan_lebih atau_lebih_besar
minpost: atau_lebih_tua atau_lebih_tinggi atau_lebih_lama atau_lebih_mahal dan_di_atasnya dan_ke_atas minimal lebih_juga_boleh atau_di_atasnya paling_sedikit
maxpost: ke_bawah atau_kurang maksimal
maxpost: dan_kurang maks paling_banyak
maxpost: dan_ke_bawah atau_lebih_sedikit atau_lebih_murah atau_lebih_kecil atau_lebih_muda atau_di_bawahnya dan_di_bawahnya paling_lambat paling_lama paling_mahal maksimum atau_lebih_awal
theirs: ibu_saya ayah_saya bapak_saya suami_saya istri_saya anak_saya adik_saya kakak_saya teman_saya tetangga
theirs: ibuku ayahku bapakku suamiku istriku anakku adikku kakakku temanku nenek kakek paman bibi tante om sepupu keponakan mertua ipar pacar tunangan minggu_lalu bulan_lalu tahun_lalu waktu_itu dulu atasan rekan
before: setengah=30
in: dalam
drop: hapus hilangkan batalin buang keluarkan coret hentikan
drop: cancel_aja batalkan tidak_butuh_lagi tidak_perlu_lagi nggak_butuh_lagi udah_gak_butuh
drop: hapuskan buangkan coretlah keluarin ilangin hilangin coretin hentiin
mine: aku_ku gue gua punyaku punya_saya kali_ini tahun_ini
off: matikan matiin dimatikan nonaktif nonaktifkan dinonaktifkan tutup ditutup senyapkan berhenti_langganan bisukan
off: dimatiin matikanlah padamkan dipadamkan non-aktifkan disenyapkan dibisukan cabut_langganan matikannya
edge: akhir=last hari_terakhir=last awal=first hari_pertama=first
