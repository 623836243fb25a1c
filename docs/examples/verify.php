<?php
// Is this webhook genuine? As a program: the body on stdin, the rest in the environment; exit code 0 means yes.
// WEBHOOK_SECRET=whsec_… X_SERVICE_SIGNATURE=… WEBHOOK_ID=… WEBHOOK_TIMESTAMP=… WEBHOOK_SIGNATURE=… php verify.php < body

const TOLERANCE_SECONDS = 300;

/** $body is the raw text as it came (file_get_contents('php://input')); $headers has lower-case names. */
function is_genuine(string $body, array $headers, string $secret): bool
{
    $wanted = 'sha256=' . hash_hmac('sha256', $body, $secret);
    if (!hash_equals($wanted, $headers['x-service-signature'] ?? '')) {
        return false;
    }
    // The signature above covers the body alone. This one also covers the time, so an old delivery cannot be sent again.
    $sentAt = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($sentAt) || abs(time() - (int) $sentAt) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
    $signed = ($headers['webhook-id'] ?? '') . '.' . $sentAt . '.' . $body;
    $mac = 'v1,' . base64_encode(hash_hmac('sha256', $signed, (string) $key, true));
    // During a rotation there are two, one for each secret.
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        if (hash_equals($mac, $given)) {
            return true;
        }
    }
    return false;
}

if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    $headers = [];
    foreach (['X_SERVICE_SIGNATURE', 'WEBHOOK_ID', 'WEBHOOK_TIMESTAMP', 'WEBHOOK_SIGNATURE'] as $name) {
        $headers[strtolower(str_replace('_', '-', $name))] = (string) getenv($name);
    }
    $body = stream_get_contents(STDIN);
    exit(is_genuine($body, $headers, (string) getenv('WEBHOOK_SECRET')) ? 0 : 1);
}
