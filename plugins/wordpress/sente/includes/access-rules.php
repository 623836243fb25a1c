<?php
/**
 * How long an answer of Sente is believed. Pure: no WordPress, no clock, no network. Seconds everywhere.
 *
 * @package Sente
 */

// Read by WordPress, and by the tests without it.
defined( 'ABSPATH' ) || defined( 'SENTE_TEST' ) || exit;

/** Who has just paid comes in at the next look. */
const SENTE_NO_LASTS = 10;
/** Where no webhook tells of changes. */
const SENTE_YES_LASTS = 60;
/** Where webhooks drop what is kept, as soon as it is no longer true. */
const SENTE_YES_LASTS_WITH_WEBHOOKS = 300;
/** While Sente cannot be asked, whom it let in stays in for so long after it last said so. */
const SENTE_YES_HOLDS = 86400;

/**
 * What is kept of an answer of `GET /access`.
 *
 * @return array{may: bool, at: int, ends: int, status: string, manage: string} `ends` is 0 where no end is known
 */
function sente_answer_kept( array $body, int $now ): array {
	$subscription = isset( $body['subscription'] ) && is_array( $body['subscription'] ) ? $body['subscription'] : array();
	$ends         = isset( $body['access_ends_at'] ) ? strtotime( (string) $body['access_ends_at'] ) : false;
	return array(
		'may'    => isset( $body['has_access'] ) && true === $body['has_access'],
		'at'     => $now,
		'ends'   => false === $ends ? 0 : $ends,
		'status' => isset( $body['status'] ) ? (string) $body['status'] : '',
		'manage' => isset( $subscription['manage_url'] ) ? (string) $subscription['manage_url'] : '',
	);
}

/** Whether a kept answer is used again without asking. A yes is never believed beyond its own end. */
function sente_answer_is_fresh( array $kept, int $now, bool $has_webhooks ): bool {
	$yes = $has_webhooks ? SENTE_YES_LASTS_WITH_WEBHOOKS : SENTE_YES_LASTS;
	$age = $now - $kept['at'];
	// A clock that was set back makes no answer young again.
	return $age >= 0 && $age < ( $kept['may'] ? $yes : SENTE_NO_LASTS ) && ! sente_answer_is_over( $kept, $now );
}

/** Whether a kept answer lets its user in while Sente cannot be asked. A no never becomes a yes, nor stays a no. */
function sente_answer_holds( array $kept, int $now ): bool {
	$age = $now - $kept['at'];
	return $kept['may'] && $age >= 0 && $age < SENTE_YES_HOLDS && ! sente_answer_is_over( $kept, $now );
}

function sente_answer_is_over( array $kept, int $now ): bool {
	return $kept['may'] && 0 !== $kept['ends'] && $now >= $kept['ends'];
}
