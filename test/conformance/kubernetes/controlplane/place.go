package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/csv"
	"encoding/pem"
	"fmt"
	"net"
	"os"
	"path/filepath"
)

// place is where one control plane keeps its files and listens.
type place struct {
	folder        string
	url           string
	port          string
	administrator string
}

func placeIn(folder string) (place, error) {
	file, err := os.Open(filepath.Join(folder, "tokens.csv"))
	if err != nil {
		return place{}, err
	}
	defer file.Close()
	rows := csv.NewReader(file)
	rows.FieldsPerRecord = -1
	first, err := rows.Read()
	if err != nil {
		return place{}, fmt.Errorf("tokens.csv: %w", err)
	}
	here := place{folder: folder, administrator: first[0]}
	return here, writeSigningKey(here.path("signing.key"))
}

// listening is the place with a port of its own. Called when etcd has its ports: it would take this one.
func (p place) listening() (place, error) {
	port, err := freePort()
	p.port, p.url = port, "https://127.0.0.1:"+port
	return p, err
}

func (p place) path(name string) string { return filepath.Join(p.folder, name) }

// freePort asks the system for one: kube-apiserver takes no listener of another, and no port 0.
func freePort() (string, error) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	return port, err
}

// writeSigningKey makes the key for the tokens of service accounts.
func writeSigningKey(path string) error {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600)
}
