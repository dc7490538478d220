// Renders the chart like `helm template`, with Helm's own two libraries, on machines without Helm:
//
//	go run deploy/helm/render.go deploy/helm/bellwether [values.yaml …]
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func main() {
	log.SetFlags(0)
	chart := os.Args[1]
	values := map[string]any{}
	for _, file := range append([]string{filepath.Join(chart, "values.yaml")}, os.Args[2:]...) {
		merge(values, read(file))
	}
	meta := read(filepath.Join(chart, "Chart.yaml"))
	scope := map[string]any{
		"Values":  values,
		"Chart":   map[string]any{"Name": meta["name"], "Version": meta["version"], "AppVersion": meta["appVersion"]},
		"Release": map[string]any{"Name": "crm", "Namespace": "crm", "Service": "Helm"},
	}

	root := template.New("").Option("missingkey=error")
	root.Funcs(sprig.TxtFuncMap()).Funcs(template.FuncMap{
		"toYaml": toYaml,
		"include": func(name string, data any) (string, error) {
			var out bytes.Buffer
			err := root.ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
	})
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		template.Must(root.New(filepath.Base(file)).Parse(string(text)))
	}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "_") || name == "NOTES.txt" {
			continue
		}
		fmt.Printf("---\n# Source: %s\n", name)
		check(root.ExecuteTemplate(os.Stdout, name, scope))
	}
}

func toYaml(value any) string {
	text, err := yaml.Marshal(value)
	check(err)
	return strings.TrimSuffix(string(text), "\n")
}

func read(file string) map[string]any {
	text, err := os.ReadFile(file)
	check(err)
	parsed := map[string]any{}
	check(yaml.Unmarshal(text, &parsed))
	return parsed
}

// Later values win, key by key.
func merge(into, from map[string]any) {
	for key, value := range from {
		inner, isMap := value.(map[string]any)
		old, wasMap := into[key].(map[string]any)
		if isMap && wasMap {
			merge(old, inner)
		} else {
			into[key] = value
		}
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
