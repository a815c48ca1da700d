# French
stop: le la les et de pour je un une des du que est mon ma pas en avec sur au s'il vous nous on ce cette il elle mes me qui dans bonjour merci voudrais veux peux pouvez c'est j'ai votre plus tout mais sont très aussi ne
num: zéro=0 un=1 une=1 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13 quatorze=14 quinze=15 seize=16 dix_sept=17 dix_huit=18 dix_neuf=19 vingt=20 vingts=20 trente=30 quarante=40 cinquante=50 soixante=60 septante=70 octante=80 huitante=80 nonante=90 cent=100 cents=100 mille=1000 million=1000000 millions=1000000 douzaine=12 dizaine=10 quinzaine=15 deux_douzaines=24
one: un une
ord: premier=1 première=1 deuxième=2 second=2 seconde=2 troisième=3 quatrième=4 cinquième=5 1er=1
half: demi demie une_demi
plus: et_demi=0.5 et_demie=0.5 et_quart=0.25
unit: seconde=s secondes=s minute=min minutes=min heure=h heures=h jour=d jours=d nuit=d nuits=d semaine=wk semaines=wk mois=mo an=y ans=y année=y années=y centimètre=cm centimètres=cm mètre=m mètres=m kilomètre=km kilomètres=km km=km gramme=g grammes=g kilo=kg kilos=kg kg=kg tonne=t tonnes=t livre=lb livres=lb litre=l litres=l degrés=deg degré=deg pour_cent=pct euro=EUR euros=EUR dollar=USD dollars=USD centime=cent centimes=cent
month: janvier=1 février=2 mars=3 avril=4 mai=5 juin=6 juillet=7 août=8 septembre=9 octobre=10 novembre=11 décembre=12
day: lundi*=1 mardi*=2 mercredi*=3 jeudi*=4 vendredi*=5 samedi*=6 dimanche*=7
rel: aujourd'hui=0 ce_soir=0 ce_matin=0 cet_après-midi=0 demain=1 après-demain=2 hier=-1 avant-hier=-2
span: jour=d jours=d semaine=w semaines=w week-end=e weekend=e mois=m an=y ans=y année=y
next: prochain prochaine suivant suivante qui_vient
last: dernier dernière passé passée
this: ce cet cette
ago: plus_tôt avant
in: dans d'ici
later: plus_tard après
am: du_matin matin am
pm: de_l'après-midi après-midi du_soir soir soirée pm dîner
clock: midi=12:00 minuit=00:00
hour: heures heure h
at: à vers dès avant après jusqu'à

before: moins_le_quart=15
not: pas sans jamais sauf au_lieu_de au_lieu_du plutôt_que aucun aucune hormis ni évitez évite excepté rien
notpost: inutile superflu est_trop n'est_pas ne_vient_pas est_en_congé n'a_rien est_malade pas_nécessaire n'est_pas_nécessaire n'en_veux_pas n'en_ai_pas_besoin n'en_voulons_pas je_ne_peux_pas
pass: pas_plus_de pas_plus_tard pas_moins_de pas_de_problème pas_de_souci pas_seulement pas_avant pas_après pourquoi_pas n'oubliez_pas n'oublie_pas pas_mal ne_vous_inquiétez_pas
but: mais parce_que car
only: seulement uniquement que
sorry: pardon en_fait plutôt je_voulais_dire attends attendez finalement excusez-moi désolé non_attends erreur je_me_suis_trompé correction changement_de_programme je_me_trompe ou_plutôt je_rectifie je_corrige oups non_pardon au_temps_pour_moi autant_pour_moi mille_excuses excuse-moi mettez_plutôt mets_plutôt disons_plutôt je_me_reprends oubliez_ça changement_de_plan je_me_suis_trompée
drop: enlevez enlève enlever retirez retire supprime supprimer annulez annule oubliez
yes: oui d'accord parfait exactement ouais bien_sûr entendu volontiers ça_marche ok c'est_ça tout_à_fait allez-y vas-y exact très_bien avec_plaisir je_veux_bien pourquoi_pas ce_serait_bien ce_serait_parfait absolument certainement
no: non jamais pas_encore pas_la_peine surtout_pas non_merci pas_vraiment pas_du_tout plutôt_pas
or: ou
and: et ainsi_que plus
from: aller départ de depuis du départ_de partir_de à_partir_de dès entre d' provenance_de en_partance_de au_départ_de partant_de
to: retour à=for jusqu'à vers pour=for au=for jusqu'au et à_destination_de en_direction_de arrivée
min: au_moins minimum plus_de au_minimum à_partir_de plus_longtemps_que supérieur_à supérieure_à plus_grand_que pas_moins_de au_delà_de dépasse dépasser dépassant excède excéder minimum_de
max: au_plus maximum moins_de au_maximum jusqu'à pas_plus_de inférieur_à inférieure_à plus_petit_que en_dessous_de en_moins_de maximum_de max_de pas_plus_que pas_au-delà_de tout_au_plus plafond_de limite_de
minpost: minimum ou_plus au_moins ou_davantage et_plus minimum_svp
maxpost: maximum ou_moins max au_plus et_moins grand_maximum tout_au_plus
all: tout tous toutes toute chaque les_deux le_reste tout_le_reste tout_le_monde
any: n'importe peu_importe
least: moins_cher=price moins_chère=price plus_tôt=time premier=time plus_proche=distance plus_court=duration plus_rapide=duration plus_petit=size
most: plus_cher=price plus_tard=time plus_grand=size mieux_noté=rating
dot: point=. arobase=@ arrobase=@ slash=/ tiret=- tiret_bas=_
leave: exclure sans retirer éviter
people: personnes personne convives passagers invités adultes
mean: rouge=red bleu=blue bleue=blue vert=green verte=green noir=black noire=black blanc=white blanche=white jaune=yellow gris=grey courriel=email mail=email appel=call texto=sms message=sms grand=large grande=large petit=small petite=small moyen=medium fenêtre=window hublot=window couloir=aisle aller-retour=round aller_simple=one quotidien=daily hebdomadaire=weekly mensuel=monthly urgent=urgent élevée=high basse=low train=train bus=bus voiture=car avion=plane petit-déjeuner=breakfast lit=bed double=double simple=single terrasse=terrace dehors=outdoor extérieur=outdoor intérieur=indoor cuisine=kitchen salon=living chambre=bedroom carte=card espèces=cash virement=transfer retrait=pickup livraison=delivery froid=cold chaud=hot épicé=spicy matin=morning soir=evening après-midi=afternoon enfant=child enfants=children bébé=infant adultes=adults animal=pet chien=pet facture=invoice reçu=receipt assurance=insurance cadeau=gift cassé=broken abîmé=damaged cher=cost
holiday: saint-sylvestre=12-31 réveillon_de_noël=12-24 noël=12-25 saint-valentin=02-14 jour_de_l'an=01-01
days: jours_ouvrés=12345 tous_les_jours=1234567 chaque_jour=1234567
then: donc entendu alors noté
lapse: demi-heure=30 quart_d'heure=15
calc: partager chacun total somme moins plus moitié reste double autres encore
off: éteins éteindre désactive désactiver coupe couper fermé
mine: je moi me mon ma mes nous notre cette_fois j'ai
theirs: soeur frère mère père mari femme fils fille ami amie collègue voisin voisine patron cousin la_dernière_fois l'an_dernier ancien ancienne
swap: remplace=par remplacez=par remplacer=par échange=contre/avec échangez=contre/avec échanger=contre/avec change=en/contre/par changez=en/contre/par convertis=en convertissez=en convertir=en
flip: inverse inverse_les inversez
