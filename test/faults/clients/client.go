// Posts the same body twice over one connection, and prints what happened to the second call.
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

func post() error {
	request, err := http.NewRequest("POST", os.Args[1], strings.NewReader(os.Args[2]))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	for _, header := range os.Args[3:] {
		name, value, _ := strings.Cut(header, ": ")
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	_, err = io.ReadAll(response.Body)
	return err
}

func main() {
	if err := post(); err != nil {
		panic(err)
	}
	if err := post(); err != nil {
		fmt.Println("failed:", err)
		return
	}
	fmt.Println("answered")
}
