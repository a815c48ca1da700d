# French
stop: le la les et de pour je un une des du que est mon ma pas en avec sur au s'il vous nous on ce cette il elle mes me qui dans bonjour merci voudrais veux peux pouvez c'est j'ai votre plus tout mais sont très aussi ne
stop: lui leur leurs ses son sa ces aux y a été étais serait sera faire fait peut si quand comme où alors donc encore bien deux notre nos vos ils elles quel quelle chez entre
num: zéro=0 un=1 une=1 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13 quatorze=14 quinze=15 seize=16 dix_sept=17 dix_huit=18 dix_neuf=19 vingt=20 vingts=20 trente=30 quarante=40 cinquante=50 soixante=60 septante=70 octante=80 huitante=80 nonante=90 cent=100 cents=100 mille=1000 million=1000000 millions=1000000 douzaine=12 dizaine=10 quinzaine=15 deux_douzaines=24
num: vingt_et_un=21 trente_et_un=31 quatre-vingts=80 quatre-vingt=80 quatre-vingt-dix=90 septante-cinq=75 milliard=1000000000 milliards=1000000000 douzaines=12 vingtaine=20 trentaine=30 quarantaine=40 cinquantaine=50 centaine=100 centaines=100 millier=1000 milliers=1000 huitaine=8 paire_de=2 une_paire=2 un_couple_de=2 demi-douzaine=6 les_deux=2 double=2 triple=3
one: un une
ord: premier=1 première=1 deuxième=2 second=2 seconde=2 troisième=3 quatrième=4 cinquième=5 1er=1
ord: premiers=1 premières=1 sixième=6 septième=7 huitième=8 neuvième=9 dixième=10 onzième=11 douzième=12 treizième=13 quatorzième=14 quinzième=15 seizième=16 dix-septième=17 dix-huitième=18 dix-neuvième=19 vingtième=20 trentième=30 centième=100
ord: premier_des_deux=1 second_des_deux=2 vingt_et_unième=21 vingt-deuxième=22 vingt-troisième=23 quarantième=40 cinquantième=50 soixantième=60
half: demi demie une_demi
half: la_moitié_d'
half: un_quart=0.25 trois_quarts=0.75 un_tiers=0.333333 deux_tiers=0.666667
plus: et_demi=0.5 et_demie=0.5 et_quart=0.25
plus: trois_quarts=0.75 et_trois_quarts=0.75 moins_le_quart=-0.25 moins_quart=-0.25 moins_cinq=-0.0834 moins_dix=-0.1667 moins_vingt=-0.3334 moins_vingt-cinq=-0.4167
unit: seconde=s secondes=s minute=min minutes=min heure=h heures=h jour=d jours=d nuit=d nuits=d semaine=wk semaines=wk mois=mo an=y ans=y année=y années=y centimètre=cm centimètres=cm mètre=m mètres=m kilomètre=km kilomètres=km km=km gramme=g grammes=g kilo=kg kilos=kg kg=kg tonne=t tonnes=t livre=lb livres=lb litre=l litres=l degrés=deg degré=deg pour_cent=pct euro=EUR euros=EUR dollar=USD dollars=USD centime=cent centimes=cent
unit: sec=s mn=min journée=d journées=d nuitée=d nuitées=d mm=mm millimètre=mm millimètres=mm cm=cm m=m pieds=ft pied=ft pouce=in pouces=in milligramme=mg milligrammes=mg mg=mg g=g gr=g kilogramme=kg kilogrammes=kg kgs=kg demi-livre=lb ml=ml millilitre=ml millilitres=ml cl=cl centilitre=cl centilitres=cl décilitre=dl décilitres=dl l=l celsius=C eur=EUR balles=EUR francs=CHF franc=CHF livres_sterling=GBP roubles=RUB zlotys=PLN yens=JPY dirhams=AED hectares=ha hectare=ha mètres_carrés=m2 mètre_carré=m2 km_h=kmh kilomètres_heure=kmh watts=W kw=kW kwh=kWh go=GB giga=GB gigas=GB mo=MB méga=MB mégas=MB to=TB calories=kcal cuillères_à_soupe=tbsp cuillère_à_soupe=tbsp cuillères_à_café=tsp cuillère_à_café=tsp tasses=cup tasse=cup
unit: dollars_canadiens=CAD dollars_australiens=AUD dollars_américains=USD francs_suisses=CHF couronnes_suédoises=SEK couronnes_danoises=DKK couronnes_norvégiennes=NOK pesos_mexicains=MXN dirhams_marocains=MAD
month: janvier=1 février=2 mars=3 avril=4 mai=5 juin=6 juillet=7 août=8 septembre=9 octobre=10 novembre=11 décembre=12
month: janv=1 févr=2 fév=2 avr=4 juil=7 oct=10 nov=11 déc=12
day: lundi*=1 mardi*=2 mercredi*=3 jeudi*=4 vendredi*=5 samedi*=6 dimanche*=7
rel: aujourd'hui=0 ce_soir=0 ce_matin=0 cet_après-midi=0 demain=1 après-demain=2 hier=-1 avant-hier=-2
rel: cette_nuit=0 cet_aprem=0 ce_midi=0 tout_à_l'heure=0 demain_matin=1 demain_soir=1 demain_après-midi=1 surlendemain=2 hier_soir=-1 hier_matin=-1
span: jour=d jours=d semaine=w semaines=w week-end=e weekend=e mois=m an=y ans=y année=y
span: journée=d journées=d week-ends=e années=y quinzaine=f trimestre=q trimestres=q
next: prochain prochaine suivant suivante qui_vient
next: prochains prochaines à_venir d'après
last: dernier dernière passé passée
last: derniers dernières précédent précédente
this: ce cet cette
ago: plus_tôt=more avant
ago: auparavant
in: dans d'ici
in: d'ici_à
later: plus_tard=more après
later: ensuite
am: du_matin matin am
am: matinée dans_la_matinée au_matin
pm: de_l'après-midi après-midi du_soir soir soirée pm dîner
pm: aprem dans_l'après-midi en_soirée de_la_soirée le_soir cet_aprem
clock: midi=12:00 minuit=00:00
hour: heures heure h
at: à vers dès avant après jusqu'à
at: à_partir_de avant_les pour_les autour_de aux_alentours_de

before: moins_le_quart=15
not: pas sans jamais sauf au_lieu_de au_lieu_du plutôt_que aucun aucune hormis ni évitez évite excepté rien
not: ni_de au_lieu_des à_la_place_de à_la_place_du à_la_place_des en_dehors_de à_l'exception_de à_l'exception_du mis_à_part à_part aucunement nulle
not: allergique_à allergique_au allergique_aux allergiques_à au_lieu_d' à_la_place_d' tout_sauf éviter évitons évitant déteste détestons exclure excluez exclus excluant exclu à_l'exception_des à_l'exclusion_de abstraction_faite_de n'ai_plus_besoin_de plus_besoin_de
notpost: inutile superflu est_trop n'est_pas ne_vient_pas est_en_congé n'a_rien est_malade pas_nécessaire n'est_pas_nécessaire n'en_veux_pas n'en_ai_pas_besoin n'en_voulons_pas je_ne_peux_pas
notpost: n'est_plus ne_marche_pas ne_sert_à_rien ne_vaut_pas_la_peine est_annulé est_annulée sont_annulés n'est_pas_utile pas_utile je_n'en_veux_pas je_n'en_ai_pas_besoin on_n'en_veut_pas on_n'en_a_pas_besoin j'en_veux_pas j'en_ai_pas_besoin on_en_a_pas_besoin je_ne_veux_pas je_ne_mange_pas on_ne_mange_pas ne_vient_plus ne_viendra_pas n'aime_pas
notpost: n'est_pas_disponible n'est_plus_nécessaire n'est_plus_disponible ne_fonctionne_pas ne_fonctionne_plus ne_marche_plus ne_me_convient_pas ne_nous_convient_pas ne_convient_pas ne_va_pas ne_me_va_pas est_fermé est_fermée est_exclu est_exclue est_hors_de_question peut_attendre peuvent_attendre est_en_vacances est_absente est_absent est_trop_cher est_trop_chère sont_trop_chers tombe_à_l'eau est_supprimé est_supprimée sont_annulées a_été_annulé a_été_annulée n'est_pas_requis n'est_pas_obligatoire ne_sont_pas_nécessaires pas_obligatoire pas_la_peine plus_besoin je_n'aime_pas je_ne_prends_pas on_ne_prend_pas je_ne_bois_pas
pass: pas_plus_de pas_plus_tard pas_moins_de pas_de_problème pas_de_souci pas_seulement pas_avant pas_après pourquoi_pas n'oubliez_pas n'oublie_pas pas_mal ne_vous_inquiétez_pas
pass: pas_moins_que pas_grave pas_trop pas_forcément pas_plus_tard_que pas_seul pas_tellement n'hésitez_pas n'hésite_pas il_n'y_a_pas_de_quoi pas_de_quoi pas_vrai n'est-ce_pas pas_pressé sans_problème sans_souci sans_faute sans_doute sans_plus
pass: pas_plus_haut_que pas_plus_cher_que pas_plus_grand_que pas_plus_long_que pas_plus_vieux_que pas_plus_jeune_que pas_plus_tôt_que pas_plus_tôt pas_d'urgence pas_urgent rien_ne_presse pas_de_panique ne_t'inquiète_pas t'inquiète_pas aucun_problème aucun_souci sans_hésiter sans_hésitation sans_délai sans_tarder pas_sûr pas_sûre je_ne_sais_pas je_sais_pas n'avez-vous_pas n'as-tu_pas ne_pouvez-vous_pas n'y_a-t-il_pas ne_serait-il_pas ne_pas_dépasser ne_dépassant_pas ne_dépasse_pas n'excède_pas pas_au-dessus_de pas_en_dessous_de rien_de_grave ça_ne_fait_rien ça_ne_me_dérange_pas ne_me_dérange_pas pas_de_stress pas_de_soucis pas_bête ne_manquez_pas si_pas rien_contre pas_inférieur_à pas_supérieur_à pas_plus_que
but: mais parce_que car
but: cependant pourtant puisque toutefois par_contre en_revanche
only: seulement uniquement que
only: rien_que exclusivement simplement juste
only: rien_d'autre_que purement
sorry: pardon en_fait plutôt je_voulais_dire attends attendez finalement excusez-moi désolé non_attends erreur je_me_suis_trompé correction changement_de_programme je_me_trompe ou_plutôt je_rectifie je_corrige oups non_pardon au_temps_pour_moi autant_pour_moi mille_excuses excuse-moi mettez_plutôt mets_plutôt disons_plutôt je_me_reprends oubliez_ça changement_de_plan je_me_suis_trompée
sorry: ah_non euh_non non_attendez non_plutôt enfin_non ou_alors_plutôt mieux_vaut je_veux_dire je_voulais_écrire j'ai_dit_une_bêtise j'ai_fait_une_erreur je_me_suis_mal_exprimé je_me_suis_emmêlé j'ai_confondu j'ai_mal_lu j'ai_changé_d'avis je_change_d'avis toute_réflexion_faite tout_compte_fait réflexion_faite à_la_réflexion en_réalité disons mettons changez_pour change_pour mettez_à_la_place remplaçons_par faute_de_frappe pardonnez-moi désolée navré navrée mince zut oups_non plutôt_que_ça au_contraire
sorry: non_excusez-moi non_désolé non_désolée non_en_fait non_erreur ah_pardon oh_pardon euh_pardon pardon_non attends_non une_seconde mieux_encore tout_bien_réfléchi tout_bien_considéré en_y_réfléchissant à_bien_y_réfléchir je_me_suis_mal_exprimée je_me_suis_emmêlée je_me_suis_planté je_me_suis_plantée j'ai_mal_écrit j'ai_mal_tapé je_retire_ce_que_j'ai_dit au_lieu_de_ça à_la_place_de_ça oublie_ça erreur_de_ma_part mon_erreur ma_faute coquille finalement_plutôt faisons_plutôt faites_plutôt fais_plutôt prenons_plutôt prenez_plutôt prends_plutôt corrigez_en corrige_en modifiez_en modifie_pour plus_exactement plus_précisément je_préfère_finalement on_va_plutôt_dire ignorez_ça ignorez_ce_que_j'ai_dit
drop: enlevez enlève enlever retirez retire supprime supprimer annulez annule oubliez
drop: ôtez ôte laissez_tomber laisse_tomber barrez barre retirer annuler résiliez résilier arrêtez
drop: enlevons retirons supprimez supprimons annulons rayez raye abandonnez abandonne résilie effacez efface effacer éliminez élimine désabonnez-moi débarrassez-moi_de
yes: oui d'accord parfait exactement ouais bien_sûr entendu volontiers ça_marche ok c'est_ça tout_à_fait allez-y vas-y exact très_bien avec_plaisir je_veux_bien pourquoi_pas ce_serait_bien ce_serait_parfait absolument certainement
yes: ouaip ouep oui_oui mais_oui bien_entendu évidemment naturellement impeccable nickel génial ça_me_va ça_me_convient ça_nous_va c'est_parfait c'est_correct je_confirme confirmé je_suis_d'accord faites_ça faites-le fais-le allons-y on_y_va oui_s'il_vous_plaît oui_svp ce_serait_super ce_serait_génial ce_serait_gentil ça_serait_bien ça_serait_super je_pense_que_oui je_crois_que_oui sans_problème
no: non jamais pas_encore pas_la_peine surtout_pas non_merci pas_vraiment pas_du_tout plutôt_pas
no: nan non_non non_plus pas_question hors_de_question sûrement_pas certainement_pas absolument_pas merci_non ça_ira ce_n'est_pas_la_peine c'est_pas_la_peine inutile une_autre_fois pas_cette_fois pas_aujourd'hui pas_maintenant peut-être_plus_tard pas_besoin plutôt_non sans_façon
no: jamais_de_la_vie en_aucun_cas sous_aucun_prétexte bien_sûr_que_non pas_pour_moi pas_pour_l'instant pas_nécessaire ce_n'est_pas_nécessaire pas_forcément je_ne_crois_pas je_ne_pense_pas pas_ce_soir une_prochaine_fois plus_tard_peut-être non_ça_va pas_tout_de_suite négatif
or: ou
or: ou_bien soit
and: et ainsi_que plus
and: puis
from: aller départ de depuis du départ_de partir_de à_partir_de dès entre d' provenance_de en_partance_de au_départ_de partant_de
from: départ_depuis en_provenance_de en_provenance_du dès_le au_départ_du à_compter_de à_partir_du commençant débutant venant_de
from: pars partons partez partir partirai partirons part_le décolle décollage venant_du arrivant_de ouvre ouvrent ouverture commence commencent commencer commençons débute débutent débuter démarre démarrent démarrer check-in prise_en_charge prise_en_charge_à prise_en_charge_au me_chercher_à me_chercher_au nous_chercher_à nous_chercher_au me_prendre_à me_prendre_au nous_prendre_à nous_prendre_au me_récupérer_à me_récupérer_au nous_récupérer_à retrait_à retrait_au envoyé_par envoyée_par expédié_par expéditeur en_vigueur_le entrée_en_vigueur prenant_effet_le prend_effet_le avec_effet_au emménagement lieu_de_départ ville_de_départ gare_de_départ aéroport_de_départ date_de_départ heure_de_départ date_de_début valable_dès embarquement
to: retour à=for jusqu'à vers pour=for au=for jusqu'au et à_destination_de en_direction_de arrivée
to: à_destination_du jusqu'aux destination arrivant_à pour_aller_à direction vers_le
to: arrivons arrivez arriver arriverai arriverons rentre rentrons rentrer revenir reviens revenons retourner retournons atterrit atterrissage atterrir ferme ferment fermeture termine terminent terminer finit finissent finir fin_le check-out restitution restitution_à aller_en vais_en allons_en aller_chez livrer_chez livraison_chez livrer_en livraison_en expédier_en envoyer_en déposer_chez jusqu'en jusque jusqu'à_la date_de_retour date_de_fin date_d'arrivée heure_d'arrivée lieu_d'arrivée ville_d'arrivée gare_d'arrivée destinataire à_l'attention_de à_l'intention_de en_route_vers dépose_moi_à déposez-moi_à déménagement_le se_termine_le j'arrive il_arrive elle_arrive on_arrive arrive_le arrive_à arrive_au partir_en=for pars_en=for partons_en=for partez_en=for partir_chez=for
min: au_moins minimum plus_de au_minimum à_partir_de plus_longtemps_que supérieur_à supérieure_à plus_grand_que pas_moins_de au_delà_de dépasse dépasser dépassant excède excéder minimum_de
min: pas_en_dessous_de plus_que au_dessus_de au_bas_mot à_tout_le_moins plus_vieux_que plus_âgé_que
min: plus_tard_que après pas_plus_tôt_que au_plus_tôt plus_haut_que plus_long_que plus_large_que plus_lourd_que plus_cher_que supérieurs_à supérieures_à au-dessus_du au-dessus_des au-delà_du au-delà_des un_minimum_de bien_plus_de pas_inférieur_à pas_avant de_plus_de âgé_d'au_moins à_partir_d' plus_grande_que plus_chère_que plus_âgée_que plus_d' plus_de_la minimum_d'
max: au_plus maximum moins_de au_maximum jusqu'à pas_plus_de inférieur_à inférieure_à plus_petit_que en_dessous_de en_moins_de maximum_de max_de pas_plus_que pas_au-delà_de tout_au_plus plafond_de limite_de
max: en_dessous_des moins_que sous_les pas_au_dessus_de au_plus_tard plafonné_à limité_à jusqu'à_concurrence_de pas_plus_tard_que plus_jeune_que pas_plus_cher_que dans_la_limite_de
max: avant pas_plus_tard pas_plus_haut_que pas_plus_grand_que pas_plus_gros_que pas_plus_long_que pas_plus_lourd_que pas_plus_vieux_que pas_plus_âgé_que plus_léger_que plus_court_que plus_bas_que plus_tôt_que moins_cher_que inférieurs_à inférieures_à en-dessous_du un_maximum_de jusqu'à_un_maximum_de jusqu'à_hauteur_de sans_dépasser ne_dépassant_pas ne_dépasse_pas ne_pas_dépasser n'excédant_pas n'excède_pas ne_pas_excéder plafonnée_à plafonnés_à plafond_à moins_d' au_grand_maximum plus_petite_que maximum_d' pas_supérieur_à
minpost: minimum ou_plus au_moins ou_davantage et_plus minimum_svp
minpost: ou_supérieur et_au-delà au_minimum au_bas_mot et_davantage ou_mieux
minpost: ou_plus_tard ou_plus_grand ou_plus_haut ou_plus_cher ou_plus_âgé ou_plus_vieux ou_plus_long ou_supérieure et_au-dessus ou_au-dessus ou_au-delà et_plus_tard au_plus_tôt
maxpost: maximum ou_moins max au_plus et_moins grand_maximum tout_au_plus
maxpost: au_maximum ou_inférieur au_plus_tard et_en_dessous maxi
maxpost: ou_moins_cher ou_plus_tôt ou_plus_petit ou_plus_jeune ou_plus_court ou_plus_bas ou_inférieure ou_en_dessous ou_avant grand_max au_grand_maximum max_svp ou_plus_léger maximum_svp
all: tout tous toutes toute chaque les_deux le_reste tout_le_reste tout_le_monde
all: l'ensemble la_totalité toutes_les_deux tous_les_deux chacun les_autres le_restant
all: le_tout chacune l'intégralité tout_ce_qui_reste absolument_tout tous_les toutes_les au_complet
any: n'importe peu_importe
any: n'importe_quel n'importe_quelle n'importe_lequel ça_m'est_égal m'est_égal comme_vous_voulez peu_m'importe au_choix sans_préférence
any: n'importe_laquelle n'importe_quoi n'importe_qui n'importe_quand n'importe_où quel_qu'il_soit quelle_qu'elle_soit l'un_ou_l'autre l'une_ou_l'autre aucune_préférence pas_de_préférence sans_importance comme_tu_veux à_vous_de_voir à_toi_de_voir à_votre_convenance choisissez_pour_moi vous_choisissez ça_ne_change_rien
least: moins_cher=price moins_chère=price plus_tôt=time premier=time plus_proche=distance plus_court=duration plus_rapide=duration plus_petit=size
least: moins_chers=price moins_coûteux=price plus_économique=price plus_proches=distance plus_courte=duration plus_petite=size plus_tôt_possible=time
least: moins_chères=price plus_abordable=price plus_bon_marché=price meilleur_marché=price meilleur_prix=price moins_coûteuse=price plus_économiques=price plus_rapides=duration plus_courtes=duration plus_petites=size plus_petits=size plus_près=distance moins_loin=distance moins_long=duration moins_longue=duration plus_vite=duration dès_que_possible=time au_plus_vite=time première=time
most: plus_cher=price plus_tard=time plus_grand=size mieux_noté=rating
most: plus_chère=price plus_grande=size mieux_notée=rating plus_récent=time plus_tardif=time plus_long=duration plus_longue=duration
most: plus_chers=price plus_chères=price plus_coûteux=price plus_coûteuse=price plus_tardive=time plus_récente=time plus_récents=time plus_récentes=time plus_grands=size plus_grandes=size plus_gros=size plus_grosse=size plus_spacieux=size plus_spacieuse=size meilleur=rating meilleure=rating meilleurs=rating meilleures=rating mieux_notés=rating mieux_notées=rating mieux_classé=rating mieux_évalué=rating plus_longs=duration plus_longues=duration plus_éloigné=distance plus_loin=distance
dot: point=. arobase=@ arrobase=@ slash=/ tiret=- tiret_bas=_
dot: moins=-
leave: exclure sans retirer éviter
people: personnes personne convives passagers invités adultes
people: gens convive participants participant pers enfants voyageurs voyageur élèves
mean: rouge=red bleu=blue bleue=blue vert=green verte=green noir=black noire=black blanc=white blanche=white jaune=yellow gris=grey courriel=email mail=email appel=call texto=sms message=sms grand=large grande=large petit=small petite=small moyen=medium fenêtre=window hublot=window couloir=aisle aller-retour=round aller_simple=one quotidien=daily hebdomadaire=weekly mensuel=monthly élevée=high basse=low voiture=car avion=plane petit-déjeuner=breakfast lit=bed simple=single terrasse=terrace dehors=outdoor extérieur=outdoor intérieur=indoor cuisine=kitchen salon=living chambre=bedroom carte=card espèces=cash virement=transfer retrait=pickup livraison=delivery froid=cold chaud=hot épicé=spicy matin=morning soir=evening après-midi=afternoon enfant=child enfants=children bébé=infant adultes=adults animal=pet chien=pet facture=invoice reçu=receipt assurance=insurance cadeau=gift cassé=broken abîmé=damaged cher=cost
mean: rouges=red bleus=blue bleues=blue verts=green vertes=green noirs=black noires=black blancs=white blanches=white jaunes=yellow grise=grey marron=brown brun=brown brune=brown rose=pink violet=purple violette=purple argenté=silver courrier_électronique=email par_mail=email téléphone=call appeler=call téléphoner=call grands=large petits=small moyenne=medium hublots=window fenêtres=window côté_couloir=aisle a/r=round simple_aller=one aller_seul=one chaque_jour=daily tous_les_jours=daily chaque_semaine=weekly hebdo=weekly mensuelle=monthly chaque_mois=monthly mensuellement=monthly annuel=yearly annuelle=yearly chaque_année=yearly urgence=urgent urgente=urgent pressé=urgent haute=high élevé=high bas=low faible=low normale=normal tgv=train autobus=bus autocar=bus auto=car en_voiture=car vol=plane l'avion=plane vélo=bike bicyclette=bike à_pied=foot déjeuner=lunch dîner=dinner végétarien=vegetarian végétarienne=vegetarian végétalien=vegan végane=vegan
mean: lits=bed doubles=double individuelle=single lits_jumeaux=twin deux_lits=twin terrasses=terrace plein_air=outdoor dedans=indoor à_l'intérieur=indoor cuisines=kitchen séjour=living chambres=bedroom salle_de_bains=bathroom salle_de_bain=bathroom carte_bancaire=card cb=card liquide=cash comptant=cash virer=transfer virement_bancaire=transfer factures=invoice ticket_de_caisse=receipt à_emporter=pickup récupérer=pickup venir_chercher=pickup livrer=delivery livré=delivery livraisons=delivery froide=cold chaude=hot tiède=warm épicée=spicy piquant=spicy matinée=morning le_matin=morning l'après-midi=afternoon soirée=evening nuit=night gosse=child gamins=children nourrisson=infant adulte=adults retraité=senior étudiant=student étudiante=student chiens=pet animaux=pet assurer=insurance cadeaux=gift offrir=gift cassée=broken en_panne=broken endommagé=damaged abîmée=damaged neuf=new neuve=new d'occasion=used occasion=used
mean: ouvert=open ouverte=open fermé=closed fermée=closed payé=paid payée=paid réglé=paid impayé=unpaid impayée=unpaid en_attente=pending confirmée=confirmed annulé=cancelled annulée=cancelled classe_éco=economy éco=economy classe_affaires=business affaires=business première_classe=first classique=standard basique=basic automatique=automatic boîte_auto=automatic manuelle=manual boîte_manuelle=manual électrique=electric gazole=diesel gasoil=diesel essence=petrol gauche=left à_droite=right côté_droit=right vue_mer=sea mer=sea jardin=garden stationnement=parking place_de_parking=parking ascenseur=elevator ascenseur=lift fumeur=smoking fumeurs=smoking fume=smoking clé=key clef=key rappel=reminder rappeler=reminder prévenir=notification emballage=wrap emballer=wrap emballage=wrapping emballer=wrapping remise=discount réduction=discount caution=deposit acompte=deposit remboursement=refund rembourser=refund
mean: échanger=exchange réparation=repair réparer=repair débutant=beginner débutante=beginner intermédiaire=intermediate avancé=advanced masculin=male féminin=female marié=married mariée=married volé=theft volée=theft perdu=lost perdue=lost incendie=fire eau=water congé=holiday congés=holiday vacances=holiday congé=vacation congés=vacation vacances=vacation malade=sick maladie=sick chez_moi=home à_la_maison=home domicile=home bureau=office en_ligne=online sur_place=onsite en_présentiel=onsite par_la_poste=post poste=post coursier=courier privé=private privée=private particulier=private publique=public entreprise=company société=company sucre=sugar lait=milk avoine=oat poulet=chicken bœuf=beef porc=pork poisson=fish fruits_de_mer=seafood légumes=vegetable légume=vegetable pain=bread fromage=cheese thé=tea vin=wine bière=beer serviette=towel serviettes=towel casque=helmet tente=tent chaise=chair chaises=chair balcon=balcony chauffage=heating lumière=light alarme=alarm
mean: réveil=alarm accompagnateur=companion accompagnant=companion interprète=interpreter fauteuil_roulant=wheelchair allergie=allergies allergique=allergies photos=photo rendez-vous=appointment moi-même=self conjoint=partner conjointe=partner parents=parent cuit=boiled frit=fried frite=fried grillé=grilled grillée=grilled fine=thin épais=thick épaisse=thick mou=soft dur=hard dure=hard sec=dry sèche=dry bois=wood métal=metal plastique=plastic verre=glass cuir=leather coton=cotton laine=wool toujours=always jamais=never une_fois=once allemand=german allemande=german anglais=english anglaise=english français=french française=french espagnol=spanish espagnole=spanish italien=italian italienne=italian arabe=arabic japonais=japanese japonaise=japanese foncé=dark sombre=dark
mean: expédition=shipping expédier=shipping envoi=shipping expédié=shipped expédiée=shipped livrée=delivered distribué=delivered suivi=tracking retourner=return renvoyer=return renvoi=return renvoyé=returned retourné=returned expirée=expired périmé=expired actif=active inactif=inactive bloqué=blocked bloquée=blocked approuvé=approved approuvée=approved refusée=rejected rejeté=rejected terminé=completed terminée=completed achevé=completed en_retard=late manquant=missing manquante=missing disponible=available épuisé=sold toutes_les_deux_semaines=biweekly tous_les_quinze_jours=biweekly bimensuel=biweekly trimestriel=quarterly trimestrielle=quarterly chaque_trimestre=quarterly une_fois_par_semaine=weekly toutes_les_semaines=weekly une_fois_par_mois=monthly tous_les_mois=monthly une_fois_par_an=yearly tous_les_ans=yearly toutes_les_heures=hourly immédiatement=urgent tout_de_suite=urgent au_plus_vite=urgent dès_que_possible=urgent pas_urgent=low pas_d'urgence=low
mean: pas_pressé=low rien_ne_presse=low emprunt=loan épargne=savings livret=savings compte_courant=checking hypothèque=mortgage salaire=salary loyer=rent louer=rent acheter=buy vendre=sell gratuit=free gratuite=free gratuitement=free prélèvement=debit mensualités=installments en_plusieurs_fois=installments dentiste=dentist détartrage=cleaning ménage=cleaning nettoyage=cleaning vaccin=vaccination vacciner=vaccination prise_de_sang=blood toux=cough tousse=cough fièvre=fever mal_de_tête=headache maux_de_tête=headache rhume=cold grippe=flu nausée=nausea nausées=nausea noix=nuts cacahuètes=peanuts arachides=peanuts enceinte=pregnant contrôle=checkup bilan_de_santé=checkup vidange=oil pneu=tire pneus=tire freins=brakes contrôle_technique=inspection batterie=battery décapotable=convertible cabriolet=convertible camionnette=van fourgon=van camion=truck moto=motorcycle dépannage=towing remorquage=towing remorquer=towing illimité=unlimited illimitée=unlimited
mean: tous_risques=comprehensive grêle=hail tempête=storm inondation=flood fuite=leak plombier=plumber électricien=electrician maison=house appartement=apartment appart=apartment meublé=furnished meublée=furnished déménagement=moving examen=exam devoirs=homework réunion=meeting contrat=contract intérimaire=temporary temporaire=temporary temps_partiel=part mi-temps=part temps_plein=full plein_temps=full pension_complète=full réclamation=complaint plainte=complaint chemise=shirt robe=dress chaussures=shoes veste=jacket pantalon=pants manteau=coat femmes=women hommes=men soupe=soup salade=salad riz=rice pommes_de_terre=potatoes frites=fries oignons=onions champignons=mushrooms œufs=eggs œuf=eggs eau_gazeuse=sparkling eau_plate=still décaféiné=decaf vol_direct=direct
mean: client=customer cliente=customer commande=order réservation=booking
holiday: saint-sylvestre=12-31 réveillon_de_noël=12-24 noël=12-25 saint-valentin=02-14 jour_de_l'an=01-01
holiday: nouvel_an=01-01 premier_de_l'an=01-01 réveillon_du_nouvel_an=12-31 veille_de_noël=12-24 toussaint=11-01 fête_nationale=07-14 armistice=11-11 assomption=08-15 fête_du_travail=05-01 épiphanie=01-06
days: jours_ouvrés=12345 tous_les_jours=1234567 chaque_jour=1234567
days: en_semaine=12345 du_lundi_au_vendredi=12345 jours_ouvrables=12345 week-ends=67 le_week-end=67 quotidiennement=1234567 chaque_soir=1234567 chaque_matin=1234567
then: donc entendu alors=then noté
lapse: demi-heure=30 quart_d'heure=15
lapse: demie-heure=30 trois_quarts_d'heure=45 un_quart_d'heure=15
calc: partager chacun total somme moins plus moitié reste double autres encore
calc: partage divise diviser répartir additionne ensemble doubler
off: éteins éteindre désactive désactiver coupe couper fermé
off: éteint désactivée désactivez coupez fermez fermer muet sourdine désabonner désabonnez désinscrire
off: éteignez désactivées coupée fermée ferme_le mettre_en_sourdine couper_le_son déconnecte déconnecter débranche
mine: je moi me mon ma mes nous notre cette_fois j'ai
mine: moi-même nos cette_année
theirs: soeur frère mère père mari femme fils fille ami amie collègue voisin voisine patron cousin la_dernière_fois l'an_dernier ancien ancienne
theirs: grand-mère grand-père mamie papi papy oncle tante cousine neveu nièce beau-frère belle-soeur belle-mère beau-père colocataire copain copine voisins maman papa l'année_dernière le_mois_dernier la_semaine_dernière autrefois avant-dernière
swap: remplace=par remplacez=par remplacer=par échange=contre/avec échangez=contre/avec échanger=contre/avec change=en/contre/par changez=en/contre/par convertis=en convertissez=en convertir=en
swap: troque=contre troquer=contre convertir=en/vers déplace=à/au déplacez=à/au décale=à/au décalez=à/au passez=à
flip: inverse inverse_les inversez
flip: l'inverse intervertis intervertissez inversés le_contraire
edge: fin=last la_fin=last dernier_jour=last début=first premier_jour=first
