// Is this webhook genuine? As a program: the body on stdin, the rest in the environment; exit code 0 means yes.
// WEBHOOK_SECRET=whsec_… WEBHOOK_ID=… WEBHOOK_TIMESTAMP=… WEBHOOK_SIGNATURE=… go run verify.go < body
// While a secret is being rotated: WEBHOOK_SECRET="whsec_old… whsec_new…". One of them alone does as well.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const tolerance = 300 * time.Second

// IsGenuine takes the raw body as it came, before any JSON is decoded.
func IsGenuine(body []byte, headers http.Header, secrets []string) bool {
	sentAt := headers.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	// It is signed as well, so an old delivery cannot be sent again by somebody else.
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	signed := append([]byte(headers.Get("Webhook-Id")+"."+sentAt+"."), body...)
	// Webhook-Signature covers all that X-Service-Signature does, and during a rotation it carries one of each secret.
	given := strings.Split(headers.Get("Webhook-Signature"), " ")
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 {
			continue
		}
		wanted := "v1," + base64.StdEncoding.EncodeToString(mac(key, signed))
		for _, one := range given {
			if hmac.Equal([]byte(wanted), []byte(one)) {
				return true
			}
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
	for _, name := range []string{"WEBHOOK_ID", "WEBHOOK_TIMESTAMP", "WEBHOOK_SIGNATURE"} {
		headers.Set(strings.ReplaceAll(name, "_", "-"), os.Getenv(name))
	}
	secrets := strings.Split(os.Getenv("WEBHOOK_SECRET"), " ")
	if err != nil || !IsGenuine(body, headers, secrets) {
		os.Exit(1)
	}
}
