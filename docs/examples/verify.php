<?php
// Is this webhook genuine? As a program: the body on stdin, the rest in the environment; exit code 0 means yes.
// WEBHOOK_SECRET=whsec_… WEBHOOK_ID=… WEBHOOK_TIMESTAMP=… WEBHOOK_SIGNATURE=… php verify.php < body
// While a secret is being rotated: WEBHOOK_SECRET="whsec_old… whsec_new…". One of them alone does as well.

const TOLERANCE_SECONDS = 300;

/** $body is the raw text as it came (file_get_contents('php://input')); $headers has lower-case names. */
function is_genuine(string $body, array $headers, array $secrets): bool
{
    $sentAt = $headers['webhook-timestamp'] ?? '';
    // It is signed as well, so an old delivery cannot be sent again by somebody else.
    if (!preg_match('/^[0-9]{1,12}$/D', $sentAt) || abs(time() - (int) $sentAt) > TOLERANCE_SECONDS) {
        return false;
    }
    $signed = ($headers['webhook-id'] ?? '') . '.' . $sentAt . '.' . $body;
    // webhook-signature covers all that X-Service-Signature does, and during a rotation it carries one of each secret.
    $given = explode(' ', $headers['webhook-signature'] ?? '');
    foreach ($secrets as $secret) {
        $key = (string) base64_decode(preg_replace('/^whsec_/', '', $secret), true);
        if ($key === '') {
            continue;
        }
        $mac = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
        foreach ($given as $one) {
            if (hash_equals($mac, $one)) {
                return true;
            }
        }
    }
    return false;
}

if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    $headers = [];
    foreach (['WEBHOOK_ID', 'WEBHOOK_TIMESTAMP', 'WEBHOOK_SIGNATURE'] as $name) {
        $headers[strtolower(str_replace('_', '-', $name))] = (string) getenv($name);
    }
    $body = stream_get_contents(STDIN);
    exit(is_genuine($body, $headers, explode(' ', (string) getenv('WEBHOOK_SECRET'))) ? 0 : 1);
}
