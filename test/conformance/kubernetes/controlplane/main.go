// A Kubernetes control plane in one process, for the conformance run: etcd, kube-apiserver, and the controllers without
// which a deletion is not what it is in a cluster. It has no nodes and listens on loopback only.
//
//	controlplane FOLDER [FLAG OF KUBE-APISERVER]...
//
// FOLDER holds `tokens.csv` (token,user,uid,"groups"); the first user has to be in system:masters. Data and certificates
// are written there. Prints `ready URL` when it answers and its controllers run; SIGTERM ends it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"k8s.io/client-go/rest"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) == 0 {
		return errors.New("usage: controlplane FOLDER [FLAG OF KUBE-APISERVER]...")
	}
	place, err := placeIn(arguments[0])
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	etcd, err := startEtcd(place)
	if err != nil {
		return fmt.Errorf("etcd: %w", err)
	}
	defer etcd.Close()
	if place, err = place.listening(); err != nil {
		return err
	}

	ended := make(chan error, 1)
	go func() { ended <- serveAPI(ctx, place, etcd.Clients[0].Addr().String(), arguments[1:]) }()
	config := &rest.Config{Host: place.url, BearerToken: place.administrator, QPS: 500, Burst: 500}
	config.Insecure = true
	if err := waitForAPI(ctx, config, ended); err != nil {
		return fmt.Errorf("kube-apiserver: %w", err)
	}
	if err := startControllers(ctx, config); err != nil {
		return fmt.Errorf("controllers: %w", err)
	}
	fmt.Println("ready", place.url)
	return <-ended
}
