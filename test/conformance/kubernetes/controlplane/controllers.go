package main

import (
	"context"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/controller-manager/pkg/informerfactory"
	"k8s.io/kubernetes/pkg/controller/deployment"
	"k8s.io/kubernetes/pkg/controller/endpointslice"
	"k8s.io/kubernetes/pkg/controller/garbagecollector"
	"k8s.io/kubernetes/pkg/controller/namespace"
	"k8s.io/kubernetes/pkg/controller/replicaset"
)

// startControllers runs those that end objects (garbage collector, namespaces) and those that make objects of others
// (deployments, replica sets, endpoint slices).
func startControllers(ctx context.Context, config *rest.Config) error {
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	bare, err := metadata.NewForConfig(config)
	if err != nil {
		return err
	}
	typed := informers.NewSharedInformerFactory(client, 0)
	both := informerfactory.NewInformerFactory(typed, metadatainformer.NewSharedInformerFactory(bare, 0))
	core, apps := typed.Core().V1(), typed.Apps().V1()

	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client.Discovery()))
	running := make(chan struct{})
	garbage, err := garbagecollector.NewGarbageCollector(ctx, client, bare, mapper, garbagecollector.DefaultIgnoredResources(), both, running)
	if err != nil {
		return err
	}
	spaces := namespace.NewNamespaceController(ctx, client, bare, client.Discovery().ServerPreferredNamespacedResources, core.Namespaces(), time.Minute, v1.FinalizerKubernetes)
	deployments, err := deployment.NewDeploymentController(ctx, apps.Deployments(), apps.ReplicaSets(), core.Pods(), client)
	if err != nil {
		return err
	}
	replicas := replicaset.NewReplicaSetController(ctx, apps.ReplicaSets(), core.Pods(), client, 100)
	slices := endpointslice.NewController(ctx, core.Pods(), core.Services(), core.Nodes(), typed.Discovery().V1().EndpointSlices(), 100, client, 100*time.Millisecond)

	both.Start(ctx.Done())
	close(running)
	go garbage.Run(ctx, 4, 5*time.Second)
	go garbage.Sync(ctx, client.Discovery(), time.Second)
	go spaces.Run(ctx, 2)
	go deployments.Run(ctx, 1)
	go replicas.Run(ctx, 1)
	go slices.Run(ctx, 1)
	return nil
}
