<?php // routes/api.php of a shop of lessons in Laravel, with sente.php beside it.

use Illuminate\Http\Request;
use Illuminate\Support\Facades\{Cache, Log, Route};
use Sente\{Client, Webhook, WebhookSignatureError};

require_once __DIR__ . '/sente.php';
$sente = new Client(env('SENTE_KEY'), env('SENTE_BASE_URL'), ['cache' => Cache::store()]);

// Who has paid comes in. Yours for x-user: $request->user()->id.
Route::get('/lessons', function (Request $request) use ($sente) {
    $user = $request->header('x-user') ?? abort(401, 'Sign in first.');
    abort_unless($sente->access->check(['ref' => $user])['has_access'], 402, 'This needs a subscription.');
    return 'Lesson 1';
});

Route::post('/hooks', function (Request $request) use ($sente) {
    try {
        $event = Webhook::verify($request->getContent(), $request->headers->all(), env('WEBHOOK_SECRET'));
    } catch (WebhookSignatureError $error) {
        abort(400, $error->getMessage());
    }
    if (Cache::has("sente {$event['id']}")) return 'Taken before.'; // An event may come twice.
    if ($event['type'] === 'access.changed') $sente->access->forget(['ref' => $event['data']['ref']]);
    Log::info("Took {$event['type']} {$event['id']}");
    Cache::put("sente {$event['id']}", true, 86_400);
    return 'Taken.';
});
