# English
stop: the and to for my is of you it i on in at with please that this from can me be are was a an your we he she they our their her his its as by or if so but what who how when which would could should will shall do does did has have had been there here then them us am were i'll i'm just also than too very into about some any
num: zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fourty=40 fifty=50 sixty=60 seventy=70 eighty=80 ninety=90 hundred=100 thousand=1000 million=1000000 billion=1000000000 grand=1000 dozen=12 couple_of=2 a_couple=2 pair_of=2 a_pair=2 both_of=2 nil=0 twice=2 thrice=3 k=1000 m=1000000 lakh=100000 crore=10000000 bn=1000000000 single=1 once=1 triple=3
num: fiver=5 tenner=10 half-dozen=6
one: a an one
ord: first=1 second=2 third=3 fourth=4 fifth=5 sixth=6 seventh=7 eighth=8 ninth=9 tenth=10 eleventh=11 twelfth=12 thirteenth=13 fourteenth=14 fifteenth=15 sixteenth=16 seventeenth=17 eighteenth=18 nineteenth=19 twentieth=20 thirtieth=30
ord: fortieth=40 fiftieth=50 sixtieth=60 seventieth=70 eightieth=80 ninetieth=90 hundredth=100
half: half half_a half_an quarter=0.25 a_quarter=0.25 three_quarters=0.75 a_third_of=0.333333 one_third_of=0.333333 two_thirds_of=0.666667
plus: and_a_half=0.5 and_a_quarter=0.25 and_three_quarters=0.75 and_one_half=0.5 and_one_quarter=0.25 and_three_quarter=0.75 and_a_third=0.333333 and_two_thirds=0.666667
unit: second=s seconds=s sec=s secs=s minute=min minutes=min min=min mins=min hour=h hours=h hr=h hrs=h h=h day=d days=d night=d nights=d week=wk weeks=wk wk=wk wks=wk fortnight=fortnight month=mo months=mo year=y years=y yr=y yrs=y
unit: mm=mm millimeter=mm millimeters=mm millimetres=mm cm=cm centimeter=cm centimeters=cm centimetre=cm centimetres=cm m=m meter=m meters=m metre=m metres=m km=km kms=km kilometer=km kilometers=km kilometre=km kilometres=km k=km mile=mi miles=mi mi=mi foot=ft feet=ft ft=ft inch=in inches=in in=in yard=yd yards=yd yd=yd
unit: mg=mg milligram=mg milligrams=mg g=g gr=g gram=g grams=g gramme=g grammes=g kg=kg kgs=kg kilo=kg kilos=kg kilogram=kg kilograms=kg lb=lb lbs=lb pound=lb pounds=lb oz=oz ounce=oz ounces=oz stone=st t=t ton=t tons=t tonne=t tonnes=t
unit: ml=ml millilitre=ml millilitres=ml milliliter=ml milliliters=ml cl=cl dl=dl l=l liter=l liters=l litre=l litres=l gallon=gal gallons=gal gal=gal pint=pt pints=pt cup=cup cups=cup quart=qt quarts=qt tablespoon=tbsp tablespoons=tbsp tbsp=tbsp teaspoon=tsp teaspoons=tsp tsp=tsp
unit: c=C celsius=C centigrade=C degrees_celsius=C degrees_c=C f=F fahrenheit=F degrees_fahrenheit=F degrees_f=F degrees=deg degree=deg percent=pct pct=pct per_cent=pct points=points
unit: kb=KB kilobyte=KB kilobytes=KB mb=MB meg=MB megs=MB megabyte=MB megabytes=MB gb=GB gig=GB gigs=GB gigabyte=GB gigabytes=GB tb=TB terabyte=TB terabytes=TB mbps=mbps kmh=kmh kph=kmh km_h=kmh mph=mph knots=kn sqm=m2 square_meters=m2 square_metres=m2 sqft=ft2 sq_ft=ft2 square_feet=ft2 acre=acre acres=acre hectare=ha hectares=ha w=W watt=W watts=W kw=kW kwh=kWh kcal=kcal calories=kcal
unit: dollar=USD dollars=USD usd=USD buck=USD bucks=USD eur=EUR euro=EUR euros=EUR gbp=GBP quid=GBP sterling=GBP pound=GBP pounds=GBP yen=JPY jpy=JPY yuan=CNY rmb=CNY cny=CNY rupee=INR rupees=INR inr=INR rs=INR peso=MXN pesos=MXN mxn=MXN cad=CAD aud=AUD chf=CHF francs=CHF pln=PLN zloty=PLN lira=TRY try=TRY rub=RUB rubles=RUB roubles=RUB won=KRW krw=KRW real=BRL reais=BRL brl=BRL rand=ZAR zar=ZAR dirham=AED dirhams=AED aed=AED sek=SEK nok=NOK dkk=DKK kr=SEK czk=CZK huf=HUF rupiah=IDR idr=IDR baht=THB thb=THB cent=cent cents=cent p=cent pence=cent penny=cent pennies=cent
unit: us_dollar=USD us_dollars=USD american_dollar=USD american_dollars=USD canadian_dollar=CAD canadian_dollars=CAD australian_dollar=AUD australian_dollars=AUD aussie_dollar=AUD aussie_dollars=AUD new_zealand_dollar=NZD new_zealand_dollars=NZD kiwi_dollar=NZD kiwi_dollars=NZD singapore_dollar=SGD singapore_dollars=SGD hong_kong_dollar=HKD hong_kong_dollars=HKD taiwan_dollar=TWD taiwan_dollars=TWD mexican_peso=MXN mexican_pesos=MXN argentine_peso=ARS argentine_pesos=ARS chilean_peso=CLP chilean_pesos=CLP colombian_peso=COP colombian_pesos=COP philippine_peso=PHP philippine_pesos=PHP british_pound=GBP british_pounds=GBP egyptian_pound=EGP egyptian_pounds=EGP swiss_franc=CHF swiss_francs=CHF indian_rupee=INR indian_rupees=INR pakistani_rupee=PKR pakistani_rupees=PKR uae_dirham=AED uae_dirhams=AED moroccan_dirham=MAD moroccan_dirhams=MAD turkish_lira=TRY turkish_liras=TRY brazilian_real=BRL brazilian_reals=BRL brazilian_reais=BRL ringgit=MYR malaysian_ringgit=MYR taka=BDT naira=NGN nairas=NGN riyal=SAR riyals=SAR saudi_riyal=SAR saudi_riyals=SAR qatari_riyal=QAR qatari_riyals=QAR kuwaiti_dinar=KWD kuwaiti_dinars=KWD kenyan_shilling=KES kenyan_shillings=KES israeli_shekel=ILS israeli_shekels=ILS shekel=ILS shekels=ILS hryvnia=UAH hryvnias=UAH forint=HUF forints=HUF lev=BGN leu=RON danish_krone=DKK danish_kroner=DKK danish_krona=DKK danish_kronor=DKK danish_crowns=DKK norwegian_krone=NOK norwegian_kroner=NOK norwegian_krona=NOK norwegian_kronor=NOK norwegian_crowns=NOK swedish_krone=SEK swedish_kroner=SEK swedish_krona=SEK swedish_kronor=SEK swedish_crowns=SEK czech_koruna=CZK czech_crowns=CZK nzd=NZD sgd=SGD hkd=HKD twd=TWD clp=CLP cop=COP ars=ARS myr=MYR php=PHP egp=EGP sar=SAR qar=QAR kwd=KWD ngn=NGN kes=KES pkr=PKR bdt=BDT bgn=BGN ron=RON ils=ILS uah=UAH vnd=VND
unit: stones=st square_metre=m2 square_meter=m2 sq_m=m2 square_foot=ft2 kilowatt=kW kilowatts=kW kilometers_per_hour=kmh kilometres_per_hour=kmh miles_per_hour=mph centilitre=cl centilitres=cl centiliter=cl decilitre=dl decilitres=dl deciliter=dl kilocalories=kcal milligramme=mg milligrammes=mg zlotys=PLN pesetas=EUR kroner=DKK kronor=SEK koruna=CZK lei=RON rands=ZAR
month: january=1 jan=1 february=2 feb=2 march=3 mar=3 april=4 apr=4 may=5 june=6 jun=6 july=7 jul=7 august=8 aug=8 september=9 sept=9 sep=9 october=10 oct=10 november=11 nov=11 december=12 dec=12
day: monday*=1 mon=1 tuesday*=2 tue=2 tues=2 wednesday*=3 wed=3 weds=3 thursday*=4 thu=4 thur=4 thurs=4 friday*=5 fri=5 saturday*=6 sat=6 sunday*=7 sun=7
rel: today=0 tonight=0 this_morning=0 this_afternoon=0 this_evening=0 tomorrow=1 tmrw=1 tmr=1 day_after_tomorrow=2 yesterday=-1 last_night=-1 day_before_yesterday=-2
rel: later_today=0 earlier_today=0 tonite=0 tmw=1 tomoz=1 overmorrow=2
span: day=d days=d week=w weeks=w wk=w weekend=e weekends=e month=m months=m year=y years=y fortnight=f
next: next coming following upcoming
last: last past previous
this: this current
ago: ago earlier before back
in: in within
later: from_now from_today later hence time from_tomorrow
am: am a.m morning mornings breakfast dawn in_the_morning
pm: pm p.m afternoon evening tonight night dinner supper evenings afternoons
pm: lunchtime teatime at_night
clock: noon=12:00 midday=12:00 midnight=00:00
hour: o'clock oclock
at: at by around about until till before after from to between since
past: half_past=30 quarter_past=15 a_quarter_past=15 quarter_after=15 half=30
past: five_past=5 ten_past=10 twenty_past=20 twenty-five_past=25 five_after=5 ten_after=10 twenty_after=20
before: quarter_to=15 a_quarter_to=15 quarter_of=15 a_quarter_of=15 quarter_till=15
not: not no don't never without except excluding besides bar apart_from but_not other_than instead_of rather_than in_place_of as_opposed_to neither nor none_of skip leave_out avoid hate ditch lose anything_but everything_but all_but isn't aren't wasn't won't can't cannot doesn't didn't couldn't wouldn't shouldn't no_need no_need_for nobody no_one nothing minus less w/o sick_of allergic_to can't_stand strike could_not_care_less couldn't_care_less hold_off_on opposed_to far_from no_longer
not: haven't hasn't hadn't ain't mustn't needn't aside_from with_the_exception_of in_lieu_of save_for avoiding minus_the none
notpost: unnecessary is_too are_too was_too is_out are_out can_wait excluded is_off off_the_list is_closed isn't aren't doesn't won't can't cannot wasn't no_longer out_of_it is_sick is_burned not_needed not_necessary not_required isn't_needed isn't_necessary won't_be_needed
notpost: over_my_dead_body is_not_needed are_not_needed isn't_required aren't_needed not_wanted no_longer_needed is_cancelled are_cancelled got_cancelled not_happening
pass: no_later_than not_later_than no_more_than not_more_than no_less_than not_less_than no_fewer_than nothing_over not_over not_only no_problem no_worries no_rush no_hurry don't_forget not_until no_earlier_than not_before not_after why_not not_sure if_not not_bad no_matter can't_wait nothing_under don't_mind not_exceed not_to_exceed isn't_there isn't_it aren't_you don't_you won't_you can't_you don't_we can_wait could_wait will_wait to_wait wait_for wait_until wait_up to_be
pass: not_a_problem not_to_worry don't_worry don't_hesitate no_doubt nothing_more not_a_day_later not_least not_mind couldn't_be_better no_big_deal no_idea doesn't_it haven't_you wouldn't_you shouldn't_it didn't_i
but: but because since so though although only and_then just however
only: only just solely exclusively
only: nothing_but merely purely
sorry: wait actually sorry i_mean i_meant make_it make_that no_make correction oops change_that_to change_it_to change_to on_second_thought on_second_thoughts my_mistake nope hang_on hold_on rather let's_do better instead strike_that scratch_that hmm my_bad switch_to switch_it_to i_misread that_should_be should_be change_of_plan change_of_plans i_misspoke i_got_that_wrong got_that_wrong got_it_wrong mixed_up i_take_that_back on_reflection i_meant_to_say let_me_correct or_rather forget_that ignore_that disregard_that i_mistyped apologies i_was_wrong scrap_that correct_that change_my_mind changed_my_mind
sorry: come_to_think_of_it thinking_about_it let_me_rephrase i_should_say i_should_have_said that's_wrong that_was_wrong typo i_tell_a_lie tell_a_lie i_stand_corrected my_error my_fault as_it_turns_out no_hang_on no_hold_on wait_no no_wait no_sorry never_mind_that move_it_to update_it_to scratch_the_last better_still pardon
drop: scratch forget forget_about strike drop remove delete take_off take_away cancel stop get_rid_of no_longer_need
yes: yes yeah yep yup yeh ya sure ok okay correct right exactly perfect please_do go_ahead go_for_it go_on go sounds_good that_one do_it fine great confirmed confirm definitely absolutely of_course that's_right works good deal lovely brilliant cool aye agreed do fab please why_not i_think_so i_guess_so i_suppose_so that_would_be_great that_would_be_nice that_would_be_lovely that_would_be_good that'd_be_great that_would_help by_all_means sounds_great sounds_fine works_for_me i'd_like_that i'd_love_that might_as_well certainly gladly alright all_right
no: no nope nah never not_yet no_thanks no_thank_you don't negative
no: no_way not_really not_necessary not_needed not_today not_now i'd_rather_not rather_not not_for_me not_this_time maybe_later maybe_another_time another_time god_no hell_no absolutely_not certainly_not of_course_not definitely_not don't_bother never_mind under_no_circumstances
or: or
and: and plus also
from: between fly_out flying_out out_on outbound depart leave_on leaving_on leaving_from out_of departing starting leaving coming_from starting_from since
from: as_of as_from effective_from with_effect_from starting_on sent_by departs
to: back return returning home coming_back come_back fly_back to until till into towards heading_to going_to arriving arriving_in through thru onto
to: bound_for destined_for up_until ending_on addressed_to deliver_to delivered_to ship_to heading_for headed_for headed_to all_the_way_to
min: at_least minimum min more_than over above no_less_than not_less_than no_fewer_than starting_at after from_at_least nothing_under upwards_of no_earlier_than not_before earliest higher_than longer_than larger_than bigger_than older_than later_than heavier_than greater_than exceeding not_below never_below starts_at in_excess_of no_smaller_than
min: a_minimum_of bare_minimum at_the_very_least north_of min_of no_younger_than no_cheaper_than no_shorter_than no_lower_than
max: at_most maximum max less_than under below up_to no_more_than not_more_than within nothing_over not_over by no_later_than not_later_than before latest max_of tops not_to_exceed not_exceed lower_than shorter_than smaller_than younger_than cheaper_than lighter_than earlier_than fewer_than capped_at cap_of limit_of limited_to as_much_as as_many_as a_maximum_of not_above never_above no_bigger_than no_longer_than no_higher_than no_larger_than topping_out_at
max: at_the_most at_the_very_most no_older_than no_heavier_than no_taller_than a_max_of cap_it_at cap_at capping_at topping_at no_dearer_than
minpost: or_more and_up or_above minimum min at_least and_above plus or_over or_higher or_older or_better or_bigger or_longer and_over and_older upwards or_later
minpost: and_upward onwards onward or_greater or_taller or_heavier and_beyond at_the_very_least and_later
maxpost: or_less max maximum tops at_most or_under or_below at_the_latest or_fewer or_lower or_younger or_cheaper or_smaller and_under or_sooner or_earlier top max_please
maxpost: at_the_most at_the_very_most or_lighter or_shorter and_below and_younger at_the_outside
all: the_rest everyone everybody all everything all_of_them the_lot every each both whole rest everything_else the_remaining the_others
all: every_one the_whole_lot
any: any whatever either doesn't_matter don't_mind don't_care no_preference anything whichever no_matter
any: either_is_fine either_one not_fussed not_bothered not_fussy no_strong_preference up_to_you you_choose you_pick your_call makes_no_difference
least: cheapest=price cheap=price least_expensive=price lowest=price cheaper=price earliest=time first=time soonest=time earlier=time nearest=distance closest=distance smallest=size shortest=duration quickest=duration fastest=duration smaller=size shorter=duration
least: lowest_priced=price most_affordable=price
most: priciest=price most_expensive=price highest=price dearest=price latest=time last=time later=time biggest=size largest=size best=rating top_rated=rating highest_rated=rating bigger=size longest=duration
most: farthest=distance furthest=distance costliest=price most_recent=time newest=time best_reviewed=rating best_rated=rating
dot: dot=. at=@ slash=/ dash=- hyphen=- minus=- negative=- underscore=_ forward_slash=/
letter: oh=0 alpha=a alfa=a bravo=b charlie=c delta=d echo=e foxtrot=f golf=g hotel=h india=i juliet=j juliett=j kilo=k lima=l mike=m november=n oscar=o papa=p quebec=q romeo=r sierra=s tango=t uniform=u victor=v whiskey=w whisky=w x-ray=x xray=x yankee=y zulu=z
holiday: new_year's_eve=12-31 new_years_eve=12-31 nye=12-31 new_year's_day=01-01 new_years_day=01-01 christmas_eve=12-24 christmas=12-25 christmas_day=12-25 xmas=12-25 boxing_day=12-26 valentine's_day=02-14 valentines_day=02-14 valentine's=02-14 halloween=10-31 independence_day=07-04 st_patrick's_day=03-17
days: weekday=12345 weekdays=12345 every_weekday=12345 weeknights=12345 working_day=12345 working_days=12345 every_day=1234567 daily=1234567 weekends=67 every_weekend=67
days: seven_days_a_week=1234567 every_night=1234567 each_day=1234567 every_morning=1234567 every_evening=1234567
leave: cancel keep stay except old exclude excluded excludes without remove removed avoid skip omit leave_out not no block blocked ban mute hide ignore blacklist disable
people: people persons person guests guest pax passengers passenger of_us travellers travelers adults players
people: diners attendees participants folks men women boys girls toddlers seniors pensioners infants
mean: kids=children kid=child grown-ups=adults grownups=adults reduce=decrease lower=decrease raise=increase
mean: collect=pickup collected=pickup collects=pickup collection=pickup pick_up=pickup pick_it_up=pickup posted=shipping post=shipping shipped=shipping ship=shipping sofa=couch couch=sofa apartment=flat flat=apartment autumn=fall lift=elevator elevator=lift petrol=gasoline gas=petrol cell=phone mobile=phone bicycle=bike fly=plane flying=plane fly=flight driving=car cab=taxi taxi=cab coach=bus tube=subway metro=subway subway=metro rail=train veggie=vegetarian meatless=vegetarian meat-free=vegetarian plant-based=vegan coeliac=gluten celiac=gluten telly=tv television=tv baggage=luggage luggage=baggage suitcase=luggage wife=spouse husband=spouse asap=urgent immediately=urgent emergency=urgent right_away=urgent straight_away=urgent no_rush=low no_hurry=low brand_new=new second-hand=used secondhand=used pre-owned=used stolen=theft burglary=theft burgled=theft there_and_back=round both_ways=round every_day=daily each_day=daily every_night=daily every_week=weekly each_week=weekly
mean: once_a_week=weekly every_month=monthly each_month=monthly once_a_month=monthly every_other_week=biweekly fortnightly=biweekly every_two_weeks=biweekly every_year=yearly annually=yearly once_a_year=yearly annual=yearly yearly=annual every_quarter=quarterly every_three_months=quarterly text_me=sms ring=call ring_me=call phone_me=call give_me_a_ring=call by_phone=phone video_call=video zoom=video face_to_face=person in_person=onsite remotely=remote smoker=smoking smokes=smoking smoke=smoking iced=cold chilled=cold fizzy=sparkling money_back=refund reimburse=refund reimbursed=refund replacement=exchange mend=repair fix=repair fixed=repair repaired=repair smashed=broken cracked=broken shattered=broken dented=damaged scratched=damaged torn=damaged faulty=defective defective=faulty wheelchair=accessible step-free=accessible sneezing=allergy overdue=late trousers=pants holiday=vacation vacation=holiday
then: so got_it understood noted that's then confirmed okay_so right
lapse: half_hour=30 quarter_of_an_hour=15 three_quarters_of_an_hour=45
calc: split evenly each half total altogether both combined sum less minus plus more extra apiece per_person share whole_thing in_all difference remaining rest twice double another
off: off disable disabled deactivate deactivated closed close shut mute muted switch_off turn_off unsubscribe
off: shut_off silence silenced switched_off turned_off unplug
mine: i i'm i'd i'll i've me my mine myself we we're we'd we'll our us this_time this_year
theirs: sister brother mother father mum dad mom wife husband son daughter friend colleague coworker neighbour neighbor boss cousin landlord competitor last_time last_year last_month used_to old previous former his her he she
swap: swap=for/with swap_out=for/with replace=with/by exchange=for/into/to trade=for switch=for/to/with change=for/into/to convert=to/into/in convert_from=to/into turn=into
flip: other_way_round other_way_around two_swapped them_swapped those_swapped swapped_round swap_them swap_those swap_the_two switch_them switch_those switch_the_two exchange_them reverse_them them_backwards
flip: vice_versa swap_around
