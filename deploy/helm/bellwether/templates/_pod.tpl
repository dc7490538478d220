{{- define "bellwether.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{- define "bellwether.labels" -}}
app.kubernetes.io/name: bellwether
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "bellwether.selector" -}}
app.kubernetes.io/name: bellwether
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "bellwether.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "bellwether.claim" -}}
{{ .Values.files.existingClaim | default (printf "%s-files" (include "bellwether.name" .)) }}
{{- end }}

{{/* Common to all pods: no privileges, a read-only root, the settings. */}}
{{- define "bellwether.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: files
    persistentVolumeClaim: { claimName: {{ include "bellwether.claim" . }} }
  - name: tmp
    emptyDir: { sizeLimit: 1Gi }
{{- end }}

{{- define "bellwether.container" -}}
image: {{ include "bellwether.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
env:
  - { name: APP_ENV, value: production }
  - { name: APP_URL, value: {{ .Values.appUrl | quote }} }
  - { name: TRUSTED_PROXIES, value: {{ .Values.trustedProxies | quote }} }
  - { name: BRAND, value: {{ .Values.brand | quote }} }
  - { name: LOG_LEVEL, value: {{ .Values.logLevel | quote }} }
  {{- if .Values.metrics.enabled }}
  - { name: METRICS_PORT, value: {{ .Values.metrics.port | quote }} }
  - { name: METRICS_HOST, value: 0.0.0.0 }
  {{- end }}
  {{- if .Values.voice.enabled }}
  - { name: VOICE_URL, value: "http://{{ include "bellwether.name" . }}-voice:3001" }
  - { name: VOICE_HOST, value: 0.0.0.0 }
  - { name: VOICE_PORT, value: "3001" }
  - { name: VOICE_ADDRESS, value: {{ .Values.voice.address | quote }} }
  - { name: VOICE_UDP_PORTS, value: "{{ .Values.voice.firstPort }}-{{ .Values.voice.lastPort }}" }
  - { name: VOICE_DRAIN_SECONDS, value: {{ .Values.voice.drainSeconds | quote }} }
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
envFrom:
  - secretRef: { name: {{ .Values.existingSecret }} }
volumeMounts:
  - { name: files, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end }}
