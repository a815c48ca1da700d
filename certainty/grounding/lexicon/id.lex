# Indonesian
stop: yang dan di ke dari untuk saya ini itu dengan tidak tolong mau bisa jam hari ada kami atau akan sudah kita ya nya jadi pada juga aku dong kok
num: nol=0 satu=1 dua=2 tiga=3 empat=4 lima=5 enam=6 tujuh=7 delapan=8 sembilan=9 sepuluh=10 sebelas=11 dua_belas=12 tiga_belas=13 empat_belas=14 lima_belas=15 enam_belas=16 tujuh_belas=17 delapan_belas=18 sembilan_belas=19 dua_puluh=20 tiga_puluh=30 empat_puluh=40 lima_puluh=50 enam_puluh=60 tujuh_puluh=70 delapan_puluh=80 sembilan_puluh=90 seratus=100 ratus=100 seribu=1000 ribu=1000 rb=1000 juta=1000000 jt=1000000 lusin=12 selusin=12 berdua=2 bertiga=3 berempat=4
one: se sebuah satu
ord: pertama=1 kedua=2 ketiga=3 keempat=4 kelima=5
half: setengah
plus: setengah=0.5
unit: detik=s menit=min jam=h hari=d malam=d minggu=wk bulan=mo tahun=y sentimeter=cm meter=m kilometer=km km=km gram=g kilo=kg kg=kg liter=l derajat=deg persen=pct rupiah=IDR rp=IDR dolar=USD
month: januari=1 februari=2 maret=3 april=4 mei=5 juni=6 juli=7 agustus=8 september=9 oktober=10 november=11 desember=12
day: senin=1 selasa=2 rabu=3 kamis=4 jumat=5 sabtu=6 hari_minggu=7 ahad=7
rel: hari_ini=0 malam_ini=0 nanti_malam=0 besok=1 lusa=2 kemarin=-1
span: hari=d minggu=w akhir_pekan=e bulan=m tahun=y
next: depan berikutnya
last: lalu
this: ini
ago: lalu sebelumnya
later: lagi kemudian
am: pagi
pm: siang sore malam
clock: tengah_malam=00:00
at: jam pukul
not: tidak bukan tanpa jangan kecuali tak nggak gak enggak selain batalkan
notpost: tidak_perlu tidak_usah nggak_perlu gak_perlu tak_perlu nggak_usah gak_usah tidak_mau nggak_mau gak_mau saya_tidak_mau tidak_butuh tidak_bisa
pass: tidak_lebih_dari tidak_kurang_dari tidak_hanya tidak_masalah jangan_lupa bukan_cuma
but: tapi tetapi melainkan karena
only: hanya cuma saja
sorry: eh maaf maksud_saya sebenarnya ganti maksudnya salah ralat eh_salah maaf_salah bukan_itu maksud_aku koreksi tunggu diganti jadinya salah_ketik ga_jadi gak_jadi nggak_jadi tidak_jadi ubah_jadi
yes: ya iya boleh oke ok betul benar setuju baik sip kenapa_tidak dengan_senang_hati silakan tentu tentu_saja boleh_juga
no: tidak nggak belum bukan tidak_usah tidak_perlu nggak_usah jangan
or: atau
and: dan serta
from: dari mulai antara asal sejak
to: ke sampai hingga untuk=for menuju tujuan buat=for
min: minimal paling_sedikit setidaknya lebih_dari di_atas sekurangnya sekurang-kurangnya melebihi tidak_kurang_dari
max: maksimal paling_banyak kurang_dari di_bawah hingga sebanyak-banyaknya tidak_lebih_dari maks paling_lambat paling_lama maksimum
all: semua setiap seluruh sisanya selebihnya keduanya
any: terserah apa_saja
least: paling_murah=price termurah=price paling_pagi=time terdekat=distance tercepat=duration
most: paling_mahal=price termahal=price paling_malam=time terbesar=size
dot: titik=. garis_miring=/
leave: tanpa kecuali
people: orang tamu penumpang
mean: merah=red biru=blue hijau=green hitam=black putih=white kuning=yellow besar=large kecil=small sedang=medium jendela=window lorong=aisle pulang_pergi=round sekali_jalan=one harian=daily mingguan=weekly bulanan=monthly mendesak=urgent kereta=train bus=bus mobil=car pesawat=plane sarapan=breakfast dapur=kitchen kamar=bedroom kartu=card tunai=cash ambil=pickup antar=delivery kirim=delivery dingin=cold panas=hot pedas=spicy pagi=morning sore=afternoon malam=evening anak=child dewasa=adults
holiday: malam_tahun_baru=12-31 tahun_baru=01-01 natal=12-25
days: hari_kerja=12345 setiap_hari=1234567
then: jadi baik berarti
lapse: setengah_jam=30
calc: bagi masing-masing total jumlah kurang tambah setengah sisa
swap: ganti=dengan/jadi/menjadi tukar=dengan/jadi ubah=menjadi/jadi/ke gantikan=dengan
flip: sebaliknya terbalik
minpost: ke_atas atau_lebih
maxpost: ke_bawah atau_kurang maksimal
theirs: ibu_saya ayah_saya bapak_saya suami_saya istri_saya anak_saya adik_saya kakak_saya teman_saya tetangga
