{{- define "holystone.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "holystone.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "holystone.name" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "holystone.selector" -}}
app.kubernetes.io/name: holystone
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "holystone.publicPort" -}}
{{- dig "http" "public" "port" 8080 .Values.config -}}
{{- end -}}

{{- define "holystone.operatorPort" -}}
{{- dig "http" "operator" "port" 8081 .Values.config -}}
{{- end -}}

{{/* Deletions need storage that lasts for the definitions of deleted resources. */}}
{{- define "holystone.checkDefinitions" -}}
{{- $dryRun := true -}}
{{- if hasKey .Values.config "dryRun" -}}{{- $dryRun = .Values.config.dryRun -}}{{- end -}}
{{- $bucket := dig "definitions" "s3" "bucket" "" .Values.config -}}
{{- if and (not $dryRun) (not .Values.persistence.enabled) (not $bucket) -}}
{{- fail "config.dryRun is false, but the definitions of deleted resources would be lost with the pod: set persistence.enabled, or config.definitions.s3" -}}
{{- end -}}
{{- if and .Values.persistence.enabled (not .Values.persistence.existingClaim) (gt (int .Values.replicas) 1) (ne .Values.persistence.accessMode "ReadWriteMany") -}}
{{- fail "several replicas write to one volume: set persistence.accessMode to ReadWriteMany, config.definitions.s3, or replicas to 1" -}}
{{- end -}}
{{- end -}}
