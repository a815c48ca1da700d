package env_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/voi-rl/voi/domains"
	"github.com/voi-rl/voi/env"
	"github.com/voi-rl/voi/internal/jsonvalue"
	"github.com/voi-rl/voi/internal/sharedtest"
	"github.com/voi-rl/voi/trajectory"
)

// tongue is a language with a user's message, parameters with descriptions in that
// language, and ways to ask for one and for two parameters; %s is the description with
// its article.
type tongue struct {
	user     string
	params   [][2]string
	one, two []string
}

var tongues = map[string]tongue{
	"en": {"I need a room, please.", [][2]string{{"city", "the city"}, {"arrival_date", "the arrival date"}, {"guests", "the number of guests"}, {"budget", "the budget"}, {"breakfast", "the breakfast option"}, {"phone", "the phone number"}},
		[]string{"What is %s?", "Could you tell me %s?", "Please give me %s.", "I need %s.", "May I have %s, please?", "Which is %s?"},
		[]string{"What is %s, and what is %s?", "Could you tell me %s and %s?", "Please give me %s and %s."}},
	"es": {"Necesito una habitación, por favor.", [][2]string{{"ciudad", "la ciudad"}, {"fecha_de_llegada", "la fecha de llegada"}, {"personas", "el número de personas"}, {"presupuesto", "el presupuesto"}, {"desayuno", "el desayuno"}, {"telefono", "el teléfono"}},
		[]string{"¿Cuál es %s?", "¿Puede decirme %s?", "Por favor, dígame %s.", "Necesito saber %s.", "¿Me puede dar %s?", "Indíqueme %s, por favor."},
		[]string{"¿Cuál es %s y cuál es %s?", "¿Puede decirme %s y %s?", "Dígame %s y %s, por favor."}},
	"fr": {"Je voudrais une chambre, s'il vous plaît.", [][2]string{{"ville", "la ville"}, {"date_arrivee", "la date d'arrivée"}, {"personnes", "le nombre de personnes"}, {"budget", "le budget"}, {"petit_dejeuner", "le petit déjeuner"}, {"telephone", "le numéro de téléphone"}},
		[]string{"Quelle est %s ?", "Pouvez-vous me donner %s ?", "Veuillez indiquer %s.", "J'ai besoin de connaître %s.", "Donnez-moi %s, s'il vous plaît.", "Pourriez-vous préciser %s ?"},
		[]string{"Pouvez-vous me donner %s et %s ?", "Veuillez indiquer %s et %s.", "Donnez-moi %s et %s, s'il vous plaît."}},
	"de": {"Ich brauche ein Zimmer, bitte.", [][2]string{{"stadt", "die Stadt"}, {"anreisedatum", "das Anreisedatum"}, {"personen", "die Anzahl der Personen"}, {"budget", "das Budget"}, {"fruehstueck", "das Frühstück"}, {"telefon", "die Telefonnummer"}},
		[]string{"Was ist %s?", "Können Sie mir %s nennen?", "Bitte nennen Sie %s.", "Ich brauche noch %s.", "Bitte geben Sie %s an.", "Wie lautet %s?"},
		[]string{"Können Sie mir %s und %s nennen?", "Bitte nennen Sie %s und %s.", "Wie lautet %s, und wie lautet %s?"}},
	"pt": {"Preciso de um quarto, por favor.", [][2]string{{"cidade", "a cidade"}, {"data_de_chegada", "a data de chegada"}, {"pessoas", "o número de pessoas"}, {"orcamento", "o orçamento"}, {"cafe_da_manha", "o café da manhã"}, {"telefone", "o telefone"}},
		[]string{"Qual é %s?", "Você pode me dizer %s?", "Por favor, informe %s.", "Preciso saber %s.", "Poderia me dar %s?", "Diga-me %s, por favor."},
		[]string{"Qual é %s e qual é %s?", "Você pode me dizer %s e %s?", "Me informe %s e %s, por favor."}},
}

func (l *tongue) task(code string) *env.Task {
	t := &env.Task{ID: "room-" + code, Class: trajectory.Ambiguous}
	var properties []jsonvalue.Member
	var names []string
	call := domains.Call{Name: "book", Arguments: jsonvalue.NewObject()}
	turn := env.Turn{User: l.user}
	for i, p := range l.params {
		properties = append(properties, jsonvalue.Member{Key: p[0], Value: jsonvalue.NewObject(
			jsonvalue.Member{Key: "type", Value: jsonvalue.NewString("string")}, jsonvalue.Member{Key: "description", Value: jsonvalue.NewString(p[1])})})
		names = append(names, p[0])
		value := jsonvalue.NewString(fmt.Sprintf("Quux%d", i))
		call.Arguments = call.Arguments.With(p[0], value)
		turn.Hidden = append(turn.Hidden, env.Hidden{Tool: "book", Aspect: p[0], Value: value})
	}
	tool, err := domains.ParseTool(jsonvalue.NewObject(jsonvalue.Member{Key: "name", Value: jsonvalue.NewString("book")},
		jsonvalue.Member{Key: "parameters", Value: jsonvalue.NewObject(jsonvalue.Member{Key: "type", Value: jsonvalue.NewString("object")},
			jsonvalue.Member{Key: "properties", Value: jsonvalue.NewObject(properties...)}, jsonvalue.Member{Key: "required", Value: jsonvalue.NewStrings(names)})}))
	if err != nil {
		panic(err)
	}
	t.Tools, turn.Gold = []domains.Tool{tool}, []domains.Call{call}
	t.Turns = []env.Turn{turn}
	return t
}

// TestTemplateQuestions asks 10,000 questions of known meaning in five languages. Each
// answer must give exactly the values that the question asks for.
func TestTemplateQuestions(t *testing.T) {
	e := sharedtest.Need(env.New(env.Options{User: env.Scripted{Constrain: -1}, Unrewarded: true}))(t)
	asked, wrong := 0, map[string]int{}
	for code, l := range tongues {
		task := l.task(code)
		p := sharedtest.Need(e.Prepare(task))(t)
		check := func(seed uint64, question string, want ...int) {
			asked++
			said := sharedtest.Need(e.User.Meet(p, seed).Hear(t.Context(), 0, question, env.Run{Messages: []trajectory.Message{{Role: "user", Content: l.user}}}))(t)
			slices.Sort(said.Told)
			slices.Sort(want)
			ok := slices.Equal(said.Told, want)
			for i, h := range task.Turns[0].Hidden {
				ok = ok && env.Stands(said.Text, h.Value) == slices.Contains(want, i)
			}
			if !ok {
				if wrong[question]++; wrong[question] == 1 {
					t.Errorf("%s: to %q the user says %q", code, question, said.Text)
				}
			}
		}
		for seed := range uint64(31) {
			for i := range l.params {
				for _, form := range l.one {
					check(seed, fmt.Sprintf(form, l.params[i][1]), i)
				}
				for k := range l.params {
					if k == i {
						continue
					}
					check(seed, fmt.Sprintf(l.two[(i+k)%len(l.two)], l.params[i][1], l.params[k][1]), i, k)
				}
			}
		}
	}
	t.Logf("%d questions, %d kinds wrong", asked, len(wrong))
}
