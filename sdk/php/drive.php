<?php

declare(strict_types=1);

// For tests: does what each line of the standard input says, and answers with a line.

require __DIR__ . '/sente.php';

use Sente\Client;
use Sente\SenteConnectionError;
use Sente\SenteError;
use Sente\Webhook;
use Sente\WebhookSignatureError;

$later = 0.0;
$now = function () use (&$later): float {
    return microtime(true) + $later;
};
/** PSR-16 as far as the client uses it. Like those that reach beyond the process, it keeps texts, and for so many seconds. */
final class Cache
{
    private array $kept = [];

    public function __construct(private readonly Closure $now) {}

    public function get(string $name, mixed $default = null): mixed
    {
        [$text, $until] = $this->kept[$name] ?? [null, 0.0];
        return ($this->now)() < $until ? unserialize($text) : $default;
    }

    public function set(string $name, mixed $value, null | int | DateInterval $ttl = null): bool
    {
        // What PSR-16 leaves to names, and what it makes of no time at all.
        if (preg_match('#[{}()/\\\\@:]#', $name) || !is_int($ttl) || $ttl < 1) {
            throw new LogicException("$name, $ttl");
        }
        $this->kept[$name] = [serialize($value), ($this->now)() + $ttl];
        return true;
    }

    public function delete(string $name): bool
    {
        unset($this->kept[$name]);
        return true;
    }
}

$cache = getenv('SENTE_CACHE') ? ['cache' => new Cache($now)] : [];
$open = function (array $with) use ($now, $cache): Client {
    $options = array_intersect_key($with, ['cache_seconds' => 1, 'retries' => 1]) + ['now' => $now] + $cache;
    return new Client($with['key'] ?? getenv('SENTE_KEY'), $with['base_url'] ?? getenv('SENTE_BASE_URL'), $options);
};
$sente = $open([]);

function act(Client $sente, string $do, array $with): mixed
{
    $name = lcfirst(str_replace('_', '', ucwords($with['resource'] ?? 'orders', '_')));
    $resource = $sente->$name;
    $key = $with['key'] ?? null;
    return match ($do) {
        'access' => $sente->access->check($with),
        'forget' => $sente->access->forget($with),
        'list' => $resource->list($with['query'] ?? []),
        'all' => iterator_to_array($resource->all($with['query'] ?? []), false),
        'retrieve' => $resource->retrieve($with['id']),
        'create' => $resource->create($with['body'], $key),
        'update' => $resource->update($with['id'], $with['body'], $key),
        'act' => $resource->act($with['id'], $with['act'], $with['body'], $key),
        'verify' => Webhook::verify($with['body'], $with['headers'], $with['secrets'], now: $with['now']),
    };
}

while (($line = fgets(STDIN)) !== false) {
    $step = json_decode($line, true);
    try {
        $gives = null;
        if ($step['do'] === 'later') {
            $later += $step['with']['seconds'];
        } elseif ($step['do'] === 'new') {
            $sente = $open($step['with']);
        } else {
            $gives = act($sente, $step['do'], $step['with']);
        }
        $answer = ['gives' => $gives];
    } catch (SenteError $error) {
        $facts = ['refused' => 'api', 'status' => $error->status, 'code' => $error->error];
        $answer = ['fails' => $facts + ['fields' => array_keys($error->errors), 'retry_after' => $error->retryAfter]];
    } catch (SenteConnectionError) {
        $answer = ['fails' => ['refused' => 'connection']];
    } catch (WebhookSignatureError) {
        $answer = ['fails' => ['refused' => 'signature']];
    } catch (\InvalidArgumentException) {
        $answer = ['fails' => ['refused' => 'argument']];
    }
    echo json_encode($answer, JSON_UNESCAPED_UNICODE), "\n";
}
