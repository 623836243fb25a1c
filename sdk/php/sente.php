<?php

declare(strict_types=1);

/** The client of Sente for PHP 8.1 and newer, with the extensions curl and json. One file: require it, or use Composer. */

namespace Sente;

use Closure;
use Generator;
use RuntimeException;

/** The API said no. `$error` is its code, where there is one; `$errors` are the problems by field. */
final class SenteError extends RuntimeException
{
    public readonly ?string $error;
    /** @var array<string, list<string>> */
    public readonly array $errors;
    public readonly ?string $requestId;
    public readonly ?string $docUrl;

    /** @param ?int $retryAfter seconds that the answer asked to wait */
    public function __construct(public readonly int $status, array $body, public readonly ?int $retryAfter)
    {
        parent::__construct((string) ($body['message'] ?? "The API answered $status."));
        $this->error = $body['error'] ?? null;
        $this->errors = $body['errors'] ?? [];
        $this->requestId = $body['request_id'] ?? null;
        $this->docUrl = $body['doc_url'] ?? null;
    }
}

/** The API could not be reached, or did not answer in time. Whether the request had an effect is not known. */
final class SenteConnectionError extends RuntimeException {}

/** This was not sent by the service, or not just now: answer 400 and do nothing. */
final class WebhookSignatureError extends RuntimeException {}

/**
 * The API of one store. Requests that change something get an Idempotency-Key of their own and are sent again when the
 * connection is lost, the API is busy or the rate limit says to wait.
 */
final class Client
{
    public readonly Access $access;
    public readonly Resource $subscriptions, $orders, $products, $customers, $paymentLinks, $discounts, $invoices;
    private readonly string $apiKey, $root;

    /**
     * @param string $apiKey  a secret key of the store; keep it on your server
     * @param string $baseUrl the API root, https://pay.example.com/api/v1; http works for localhost only
     * @param array{retries?: int, timeout?: float, wait_max?: float, cache_seconds?: int, cache?: object, now?: Closure} $options
     *        `cache` is where answers about access are kept between requests: any PSR-16 cache. Without it they live as
     *        long as this object.
     */
    public function __construct(string $apiKey, string $baseUrl, private readonly array $options = [])
    {
        $host = parse_url($baseUrl, PHP_URL_HOST) ?: '';
        $isLocal = preg_match('/^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/', $host) === 1;
        if (!str_starts_with($baseUrl, 'https://') && !(str_starts_with($baseUrl, 'http://') && $isLocal)) {
            throw new \InvalidArgumentException(
                'baseUrl must be an https:// address: over http everybody on the way can read the key.',
            );
        }
        [$this->apiKey, $this->root] = [trim($apiKey), rtrim($baseUrl, '/')];
        if ($this->apiKey === '') {
            throw new \InvalidArgumentException('Give apiKey, a secret key of the store.');
        }
        $this->access = new Access($this, $options + ['owner' => hash('sha256', "$this->root $this->apiKey")]);
        foreach (['subscriptions', 'orders', 'products', 'customers', 'discounts', 'invoices'] as $name) {
            $this->$name = new Resource($this, "/$name");
        }
        $this->paymentLinks = new Resource($this, '/payment-links');
    }

    /** The store that the key belongs to. */
    public function store(): array
    {
        return $this->request('GET', '/store')['data'];
    }

    /**
     * Any request of the API; the whole answer.
     *
     * @param array{retries?: int, timeout?: float} $patience for this request, where it has less than the client
     */
    public function request(
        string $method,
        string $path,
        array $query = [],
        ?array $body = null,
        ?string $idempotencyKey = null,
        array $patience = [],
    ): array {
        $key = $method === 'GET' ? null : ($idempotencyKey ?? self::uuid());
        $timeout = min($patience['timeout'] ?? INF, $this->options['timeout'] ?? 30.0);
        for ($tried = 0; ; $tried++) {
            try {
                return $this->attempt($method, $path, $query, $body, $key, $timeout);
            } catch (SenteError | SenteConnectionError $error) {
                $wait = $this->waitBefore($error, $tried);
                $isOver = $tried >= ($patience['retries'] ?? $this->options['retries'] ?? 3);
                if ($isOver || $wait === null || $wait > ($this->options['wait_max'] ?? 30.0)) {
                    throw $error;
                }
                usleep((int) ($wait * 1_000_000));
            }
        }
    }

    private function attempt(
        string $method,
        string $path,
        array $query,
        ?array $body,
        ?string $key,
        float $timeout,
    ): array {
        $headers = ["Authorization: Bearer $this->apiKey", 'Accept: application/json', 'Expect:'];
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
        }
        if ($key !== null) {
            $headers[] = "Idempotency-Key: $key";
        }
        $asTexts = array_map(fn ($value) => is_bool($value) ? ($value ? 'true' : 'false') : $value, $query);
        $text = http_build_query(array_filter($asTexts, fn ($value) => $value !== null), '', '&', PHP_QUERY_RFC3986);
        $retryAfter = null;
        $call = curl_init($this->root . $path . ($text === '' ? '' : "?$text"));
        curl_setopt_array($call, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_TIMEOUT_MS => (int) ($timeout * 1000),
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$retryAfter): int {
                if (preg_match('/^retry-after:\s*(\d{1,6})\s*$/i', $line, $found)) {
                    $retryAfter = (int) $found[1];
                }
                return strlen($line);
            },
        ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => self::json($body)]));
        $answer = curl_exec($call);
        if ($answer === false) {
            throw new SenteConnectionError('The API could not be reached: ' . curl_error($call));
        }
        $status = curl_getinfo($call, CURLINFO_RESPONSE_CODE);
        // Not JSON is, for example, the page of a proxy in between.
        $read = json_decode((string) $answer, true);
        if ($status >= 200 && $status < 300 && is_array($read)) {
            return $read;
        }
        throw new SenteError($status, is_array($read) ? $read : [], $retryAfter);
    }

    /** Null when sending again would not help. */
    private function waitBefore(SenteError | SenteConnectionError $error, int $tried): ?float
    {
        $isBusy = $error instanceof SenteError && $error->error === 'idempotency_in_progress';
        if (!self::isOutage($error) && !$isBusy) {
            return null;
        }
        if ($error instanceof SenteError && $error->retryAfter !== null) {
            return (float) $error->retryAfter;
        }
        // Between half and all of it, so that many clients do not come back together.
        return 0.5 * 2 ** $tried * (0.5 + mt_rand() / mt_getrandmax() / 2);
    }

    /** What says nothing about the user. A refusal such as 401 is the caller's to see, at once. */
    public static function isOutage(\Throwable $error): bool
    {
        return $error instanceof SenteConnectionError
            || ($error instanceof SenteError && ($error->status >= 500 || $error->status === 429));
    }

    /** An empty body is an object too. */
    private static function json(array $body): string
    {
        return $body === [] ? '{}' : json_encode($body, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
    }

    private static function uuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }
}

/** One kind of object: `$sente->orders->retrieve('ORD-000042')`. What the API has no endpoint for, it refuses. */
final class Resource
{
    public function __construct(private readonly Client $client, private readonly string $path) {}

    /** One page: `data`, `links` and `meta`. */
    public function list(array $query = []): array
    {
        return $this->client->request('GET', $this->path, $query);
    }

    /** Walks all pages from `page` on. What is added meanwhile may make an item come twice, never be left out. */
    public function all(array $query = []): Generator
    {
        for ($page = (int) ($query['page'] ?? 1); ; $page++) {
            $answer = $this->list(['page' => $page] + $query + ['per_page' => 100]);
            foreach ($answer['data'] as $item) {
                yield $item;
            }
            if ($answer['links']['next'] === null) {
                return;
            }
        }
    }

    public function retrieve(int | string $id): array
    {
        return $this->client->request('GET', $this->at($id))['data'];
    }

    public function create(array $body, ?string $idempotencyKey = null): array
    {
        return $this->client->request('POST', $this->path, [], $body, $idempotencyKey)['data'];
    }

    public function update(int | string $id, array $body, ?string $idempotencyKey = null): array
    {
        return $this->client->request('PATCH', $this->at($id), [], $body, $idempotencyKey)['data'];
    }

    public function delete(int | string $id, ?string $idempotencyKey = null): array
    {
        return $this->client->request('DELETE', $this->at($id), [], null, $idempotencyKey)['data'];
    }

    /** What is done with one of them: `$sente->subscriptions->act($id, 'cancel')`, `$sente->invoices->act($id, 'send', …)`. */
    public function act(int | string $id, string $act, array $body = [], ?string $idempotencyKey = null): array
    {
        $path = $this->at($id) . '/' . rawurlencode($act);
        return $this->client->request('POST', $path, [], $body, $idempotencyKey)['data'];
    }

    private function at(int | string $id): string
    {
        return $this->path . '/' . rawurlencode((string) $id);
    }
}

/** May this user in? */
final class Access
{
    private const KEPT_MAX = 300;
    /** Answers of many who come at once, and no more: somebody who has just paid asks next. */
    private const REFUSED_MAX = 2;
    /** Whom an answer still lets in does not wait long for an API that is away, and then not for a while. */
    private const PATIENCE = ['retries' => 0, 'timeout' => 3.0];
    private const OUTAGE = 5;
    private const USERS_MAX = 10_000;

    private readonly float $kept;
    private readonly Closure $now;
    private array $own = [];

    /** Made by Client. `cache_seconds`: how long an answer that let the user in is used again; 180 when not given, 0: never. */
    public function __construct(private readonly Client $client, private readonly array $options)
    {
        $this->kept = min(max($options['cache_seconds'] ?? 180, 0), self::KEPT_MAX);
        $this->now = $options['now'] ?? fn (): float => microtime(true);
    }

    /**
     * An answer that let them in is used again for some minutes, but never beyond `access_ends_at`. When the API cannot be
     * asked, such an answer holds on until then; otherwise the error is thrown.
     *
     * @param array{ref?: ?string, email?: ?string, product_id?: ?int} $subject
     */
    public function check(array $subject): array
    {
        $plan = (string) ($subject['product_id'] ?? '');
        $known = $this->kept > 0 ? ($this->read($subject)[$plan] ?? null) : null;
        $startedAt = ($this->now)();
        if ($known !== null && $startedAt < $known['fresh_until']) {
            return $known['result'];
        }
        $holds = $known !== null && $startedAt < ($known['ends_at'] ?? 0);
        try {
            $query = array_intersect_key($subject, ['ref' => 1, 'email' => 1, 'product_id' => 1]);
            $result = $this->client->request('GET', '/access', $query, patience: $holds ? self::PATIENCE : []);
        } catch (SenteError | SenteConnectionError $error) {
            if (!$holds || ($this->now)() >= $known['ends_at'] || !Client::isOutage($error)) {
                throw $error;
            }
            $freshUntil = min(($this->now)() + self::OUTAGE, $known['ends_at']);
            $this->write($subject, $plan, ['fresh_until' => $freshUntil] + $known);
            return $known['result'];
        }
        $mayIn = $result['has_access'] === true;
        $endsAt = $mayIn && isset($result['access_ends_at']) ? (float) strtotime($result['access_ends_at']) : null;
        $freshUntil = min($startedAt + ($mayIn ? $this->kept : min($this->kept, self::REFUSED_MAX)), $endsAt ?? INF);
        if ($this->kept > 0) {
            $this->write($subject, $plan, ['result' => $result, 'fresh_until' => $freshUntil, 'ends_at' => $endsAt]);
        }
        return $result;
    }

    /** Asks anew next time, for each plan: call it when a webhook tells of this user's subscription. */
    public function forget(array $subject): void
    {
        unset($this->own[$this->nameOf($subject)]);
        ($this->options['cache'] ?? null)?->delete($this->nameOf($subject));
    }

    /** All answers about one user, by plan. */
    private function read(array $subject): array
    {
        $name = $this->nameOf($subject);
        $kept = isset($this->options['cache']) ? $this->options['cache']->get($name) : ($this->own[$name] ?? null);
        return is_array($kept) ? $kept : [];
    }

    private function write(array $subject, string $plan, array $entry): void
    {
        $name = $this->nameOf($subject);
        $all = [$plan => $entry] + $this->read($subject);
        if (isset($this->options['cache'])) {
            $until = max(array_map(fn (array $one): float => max($one['fresh_until'], $one['ends_at'] ?? 0), $all));
            $this->options['cache']->set($name, $all, max(1, (int) ceil($until - ($this->now)())));
            return;
        }
        unset($this->own[$name]);
        $this->own[$name] = $all;
        if (count($this->own) > self::USERS_MAX) {
            unset($this->own[array_key_first($this->own)]);
        }
    }

    /** A key of another store or mode never reads these answers. */
    private function nameOf(array $subject): string
    {
        $ref = $subject['ref'] ?? null;
        $email = $ref ? null : ($subject['email'] ?? null);
        $who = [$ref, $email === null ? null : strtolower(trim($email))];
        return 'sente.access.' . hash('sha256', $this->options['owner'] . json_encode($who, JSON_THROW_ON_ERROR));
    }
}

final class Webhook
{
    /**
     * The event of a delivery, once it is known to be genuine and of just now. `$body` is the raw text as it came:
     * file_get_contents('php://input'). `$headers` may be getallheaders() or $_SERVER. Give both secrets while one is being
     * rotated.
     *
     * @param string|list<?string> $secrets
     */
    public static function verify(
        string $body,
        array $headers,
        string | array $secrets,
        int $toleranceSeconds = 300,
        ?float $now = null,
    ): array {
        $given = [];
        foreach ($headers as $name => $value) {
            $plain = str_replace('_', '-', strtolower((string) $name));
            $given[preg_replace('/^http-/', '', $plain)] = is_array($value) ? ($value[0] ?? '') : $value;
        }
        $sentAt = (string) ($given['webhook-timestamp'] ?? '');
        $signed = ($given['webhook-id'] ?? '') . '.' . $sentAt . '.' . $body;
        $signatures = explode(' ', (string) ($given['webhook-signature'] ?? ''));
        $isGenuine = false;
        foreach (self::keysOf($secrets) as $key) {
            $wanted = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
            foreach ($signatures as $one) {
                $isGenuine = hash_equals($wanted, $one) || $isGenuine;
            }
        }
        if (!$isGenuine) {
            throw new WebhookSignatureError('webhook-signature does not fit this delivery and secret.');
        }
        if (!preg_match('/^\d{1,12}$/D', $sentAt) || abs(($now ?? time()) - (int) $sentAt) > $toleranceSeconds) {
            throw new WebhookSignatureError('This delivery is too old, or the clock of this machine is wrong.');
        }
        return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    }

    /** Anybody can sign with an empty secret. @return list<string> */
    private static function keysOf(string | array $secrets): array
    {
        $keys = [];
        foreach ((array) $secrets as $secret) {
            $key = base64_decode((string) preg_replace('/^whsec_/', '', (string) $secret), true);
            if ($key !== false && $key !== '') {
                $keys[] = $key;
            }
        }
        if ($keys === []) {
            throw new \InvalidArgumentException('Give the secret of the webhook endpoint, whsec_….');
        }
        return $keys;
    }
}
