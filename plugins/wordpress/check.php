<?php
// For tests: what the plugin decides without WordPress. `php check.php` tries the rules about kept answers and says what is
// wrong; `php check.php delivery` judges the delivery that stands in the standard input.

declare(strict_types=1);

define('SENTE_TEST', true);
require __DIR__ . '/sente/includes/access-rules.php';
require __DIR__ . '/sente/includes/signature.php';

if (($argv[1] ?? '') === 'delivery') {
    $given = json_decode(stream_get_contents(STDIN), true);
    [$body, $id, $at, $signature, $secret] = $given;
    exit(sente_is_genuine($body, $id, $at, $signature, $secret, time()) ? 0 : 1);
}

$wrong = [];
$hold = function (string $what, bool $is) use (&$wrong): void {
    if (!$is) {
        $wrong[] = $what;
    }
};
$now = 1_800_000_000;
$hour = gmdate('c', $now + 3600);
$yes = sente_answer_kept(
    ['has_access' => true, 'status' => 'active', 'access_ends_at' => $hour, 'subscription' => ['manage_url' => 'https://x/m']],
    $now,
);
$no = sente_answer_kept(['has_access' => false, 'status' => null, 'access_ends_at' => null, 'subscription' => null], $now);
$endless = ['ends' => 0] + $yes;

$hold('a yes is kept with its end and its page', $yes === [
    'may' => true, 'at' => $now, 'ends' => $now + 3600, 'status' => 'active', 'manage' => 'https://x/m',
]);
$hold('a no of somebody who never subscribed', $no === ['may' => false, 'at' => $now, 'ends' => 0, 'status' => '', 'manage' => '']);
foreach ([[], ['has_access' => 'true'], ['has_access' => 1], ['subscription' => 'x', 'access_ends_at' => 'x']] as $strange) {
    $hold('what is no answer lets nobody in: ' . json_encode($strange), sente_answer_kept($strange, $now)['may'] === false);
}

$hold('a yes is used for a minute', sente_answer_is_fresh($yes, $now + 59, false));
$hold('and not for longer', !sente_answer_is_fresh($yes, $now + 60, false));
$hold('with webhooks for five', sente_answer_is_fresh($yes, $now + 299, true));
$hold('and not for six', !sente_answer_is_fresh($yes, $now + 300, true));
$hold('a no is used for ten seconds', sente_answer_is_fresh($no, $now + 9, true));
$hold('and not for longer, with webhooks either', !sente_answer_is_fresh($no, $now + 10, true));
$hold('a clock that was set back asks anew', !sente_answer_is_fresh($yes, $now - 1, false));
$soon = ['ends' => $now + 20] + $yes;
$hold('a yes is used until its end', sente_answer_is_fresh($soon, $now + 19, true));
$hold('and not beyond', !sente_answer_is_fresh($soon, $now + 20, true));

$hold('while nobody can be asked a yes holds', sente_answer_holds($yes, $now + 3599));
$hold('until its end', !sente_answer_holds($yes, $now + 3600));
$hold('without an end for a day', sente_answer_holds($endless, $now + 86399));
$hold('and not for two', !sente_answer_holds($endless, $now + 86400));
$hold('not after a clock was set back', !sente_answer_holds($endless, $now - 1));
$hold('a no holds nothing', !sente_answer_holds($no, $now));

echo implode("\n", $wrong);
exit($wrong === [] ? 0 : 1);
