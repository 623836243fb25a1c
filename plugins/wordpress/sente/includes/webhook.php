<?php
/**
 * Where Sente tells what changed. All that a delivery does is to have Sente asked anew about one user: so one that comes
 * twice, late or in another order changes nothing, and what it says besides is not believed.
 *
 * @package Sente
 */

defined( 'ABSPATH' ) || exit;

/** Deliveries that are remembered. None counts twice while its signature is young enough to count at all. */
const SENTE_SEEN_MAX = 200;
/** Webhooks are trusted to come for so many seconds after one came. */
const SENTE_WEBHOOKS_ALIVE = 604800;

add_action( 'rest_api_init', 'sente_register_webhook' );

function sente_register_webhook(): void {
	register_rest_route(
		'sente/v1',
		'/webhook',
		array(
			'methods'             => 'POST',
			'callback'            => 'sente_take_webhook',
			// Its signature says who sent it.
			'permission_callback' => '__return_true',
		)
	);
}

function sente_webhook_address(): string {
	return rest_url( 'sente/v1/webhook' );
}

/** @return WP_REST_Response|WP_Error */
function sente_take_webhook( WP_REST_Request $request ) {
	$body = $request->get_body();
	$id   = (string) $request->get_header( 'webhook-id' );
	$good = sente_is_genuine(
		$body,
		$id,
		(string) $request->get_header( 'webhook-timestamp' ),
		(string) $request->get_header( 'webhook-signature' ),
		sente_setting( 'secret' ),
		time()
	);
	if ( ! $good ) {
		return new WP_Error( 'sente_not_genuine', 'The signature does not fit, or the delivery is too old.', array( 'status' => 400 ) );
	}
	$event = json_decode( $body, true );
	if ( is_array( $event ) && ! sente_was_seen( $id ) ) {
		sente_act_on( $event );
		sente_remember_seen( $id );
	}
	return new WP_REST_Response( array( 'ok' => true ) );
}

/** Test events say nothing about live members, nor the other way round. */
function sente_act_on( array $event ): void {
	$is_test = isset( $event['livemode'] ) && false === $event['livemode'];
	$ref     = isset( $event['data']['ref'] ) && is_string( $event['data']['ref'] ) ? $event['data']['ref'] : '';
	$user_id = sente_user_of( $ref );
	if ( $user_id && $is_test === sente_is_test() ) {
		sente_forget( $user_id );
	}
}

/** Whether webhooks do arrive: then an answer may be kept for longer. */
function sente_hears_webhooks(): bool {
	return time() - sente_last_webhook() < SENTE_WEBHOOKS_ALIVE;
}

/** When the last genuine delivery came; 0: none yet. */
function sente_last_webhook(): int {
	$seen = (array) get_option( 'sente_seen', array() );
	return $seen ? (int) max( $seen ) : 0;
}

function sente_was_seen( string $id ): bool {
	$seen = (array) get_option( 'sente_seen', array() );
	return isset( $seen[ md5( $id ) ] );
}

function sente_remember_seen( string $id ): void {
	$seen = array( md5( $id ) => time() ) + (array) get_option( 'sente_seen', array() );
	// Not with every page: only who is asked about needs it.
	update_option( 'sente_seen', array_slice( $seen, 0, SENTE_SEEN_MAX, true ), false );
}
