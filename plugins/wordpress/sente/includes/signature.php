<?php
/**
 * Whether a delivery is genuine (Standard Webhooks). Pure: no WordPress, no clock, no network.
 *
 * @package Sente
 */

defined( 'ABSPATH' ) || defined( 'SENTE_TEST' ) || exit;

/** Seconds that a delivery may be old, or that two clocks may differ. */
const SENTE_TOLERANCE = 300;

/**
 * @param string $body      the raw text as it came
 * @param string $id        header webhook-id
 * @param string $sent_at   header webhook-timestamp
 * @param string $signature header webhook-signature: one or, while a secret is replaced, several
 * @param string $secret    whsec_…
 */
function sente_is_genuine( string $body, string $id, string $sent_at, string $signature, string $secret, int $now ): bool {
	$key = base64_decode( (string) preg_replace( '/^whsec_/', '', trim( $secret ) ), true ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- What the standard says.
	// Anybody can sign with an empty secret.
	if ( false === $key || '' === $key || '' === $id ) {
		return false;
	}
	// The time is signed as well, so nobody else can send an old delivery again.
	if ( ! preg_match( '/^[0-9]{1,12}$/D', $sent_at ) || abs( $now - (int) $sent_at ) > SENTE_TOLERANCE ) {
		return false;
	}
	$wanted = 'v1,' . base64_encode( hash_hmac( 'sha256', $id . '.' . $sent_at . '.' . $body, $key, true ) ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions
	$is     = false;
	foreach ( explode( ' ', $signature ) as $one ) {
		$is = hash_equals( $wanted, $one ) || $is;
	}
	return $is;
}
