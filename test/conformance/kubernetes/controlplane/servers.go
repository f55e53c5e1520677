package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"go.etcd.io/etcd/server/v3/embed"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

func startEtcd(at place) (*embed.Etcd, error) {
	loopback := []url.URL{{Scheme: "http", Host: "127.0.0.1:0"}}
	config := embed.NewConfig()
	config.Dir = at.path("etcd")
	config.LogLevel = "error"
	config.ListenClientUrls, config.ListenPeerUrls = loopback, loopback
	// Nothing here has to outlive the machine.
	config.UnsafeNoFsync = true
	server, err := embed.StartEtcd(config)
	if err != nil {
		return nil, err
	}
	select {
	case <-server.Server.ReadyNotify():
		return server, nil
	case <-time.After(time.Minute):
		server.Close()
		return nil, errors.New("not ready within a minute")
	}
}

func serveAPI(ctx context.Context, at place, etcd string, more []string) error {
	flags := map[string]string{
		"etcd-servers":                     "http://" + etcd,
		"bind-address":                     "127.0.0.1",
		"advertise-address":                "127.0.0.1",
		"secure-port":                      at.port,
		"cert-dir":                         at.path("certificates"),
		"token-auth-file":                  at.path("tokens.csv"),
		"authorization-mode":               "RBAC",
		"endpoint-reconciler-type":         "none",
		"service-cluster-ip-range":         "10.96.0.0/24",
		"service-account-issuer":           "https://issuer.invalid",
		"service-account-key-file":         at.path("signing.key"),
		"service-account-signing-key-file": at.path("signing.key"),
		// Pods need no account here: the controller that makes them does not run.
		"disable-admission-plugins": "ServiceAccount",
		"profiling":                 "false",
	}
	var arguments []string
	for name, value := range flags {
		arguments = append(arguments, "--"+name+"="+value)
	}
	server := app.NewAPIServerCommand()
	server.SetContext(ctx)
	server.SetArgs(append(arguments, more...))
	return server.Execute()
}

func waitForAPI(ctx context.Context, config *rest.Config, ended <-chan error) error {
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return err
	}
	limit := time.After(3 * time.Minute)
	for {
		_, err := client.RESTClient().Get().AbsPath("/readyz").DoRaw(ctx)
		if err == nil {
			return nil
		}
		select {
		case ending := <-ended:
			return fmt.Errorf("ended before it was ready: %w", ending)
		case <-limit:
			return fmt.Errorf("not ready within three minutes: %w", err)
		case <-time.After(100 * time.Millisecond):
		}
	}
}
