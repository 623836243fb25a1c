// Is this webhook genuine? As a program: the body on stdin, the rest in the environment; exit code 0 means yes.
// WEBHOOK_SECRET=whsec_… X_SERVICE_SIGNATURE=… WEBHOOK_ID=… WEBHOOK_TIMESTAMP=… WEBHOOK_SIGNATURE=… go run verify.go < body
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const tolerance = 300 * time.Second

// IsGenuine takes the raw body as it came, before any JSON is decoded.
func IsGenuine(body []byte, headers http.Header, secret string) bool {
	wanted := "sha256=" + hex.EncodeToString(mac([]byte(secret), body))
	if !hmac.Equal([]byte(wanted), []byte(headers.Get("X-Service-Signature"))) {
		return false
	}
	// The signature above covers the body alone. This one also covers the time, so an old delivery cannot be sent again.
	sentAt := headers.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	signed := append([]byte(headers.Get("Webhook-Id")+"."+sentAt+"."), body...)
	standard := "v1," + base64.StdEncoding.EncodeToString(mac(key, signed))
	// During a rotation there are two, one for each secret.
	for _, given := range strings.Split(headers.Get("Webhook-Signature"), " ") {
		if hmac.Equal([]byte(standard), []byte(given)) {
			return true
		}
	}
	return false
}

func mac(key, message []byte) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write(message)
	return hash.Sum(nil)
}

func main() {
	body, err := io.ReadAll(os.Stdin)
	headers := http.Header{}
	for _, name := range []string{"X_SERVICE_SIGNATURE", "WEBHOOK_ID", "WEBHOOK_TIMESTAMP", "WEBHOOK_SIGNATURE"} {
		headers.Set(strings.ReplaceAll(name, "_", "-"), os.Getenv(name))
	}
	if err != nil || !IsGenuine(body, headers, os.Getenv("WEBHOOK_SECRET")) {
		os.Exit(1)
	}
}
