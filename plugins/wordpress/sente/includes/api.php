<?php
/**
 * The one way to the API of Sente. The plugin only ever reads there.
 *
 * @package Sente
 */

defined( 'ABSPATH' ) || exit;

/** No visitor waits longer than this for an answer, in seconds. */
const SENTE_PATIENCE = 4;
/** After no good answer nobody is asked for so long: pages stay fast while Sente is away or refuses the key. */
const SENTE_PAUSE = 15;

/**
 * Asks Sente with the key of the settings. An error's code is `sente_away` where nobody could answer just now, and
 * `sente_refused` where the answer was no; its data are the status and the code of the API.
 *
 * @return array|WP_Error the decoded body
 */
function sente_get( string $path, array $query = array() ) {
	if ( ! sente_is_connected() ) {
		return new WP_Error( 'sente_not_connected' );
	}
	if ( get_transient( 'sente_pause' ) ) {
		return new WP_Error( 'sente_away' );
	}
	$answer = sente_ask( sente_setting( 'site' ), sente_setting( 'key' ), $path, $query );
	if ( is_wp_error( $answer ) && sente_is_about_question( $answer ) ) {
		return $answer;
	}
	if ( is_wp_error( $answer ) ) {
		set_transient( 'sente_pause', 1, sente_pause_of( $answer ) );
	}
	sente_note_trouble( $answer );
	return $answer;
}

/**
 * The same with any address and key: what the settings page tries before it keeps them.
 *
 * @return array|WP_Error
 */
function sente_ask( string $site, string $key, string $path, array $query = array() ) {
	$response = wp_remote_get(
		$site . '/api/v1' . $path . ( $query ? '?' . http_build_query( $query, '', '&', PHP_QUERY_RFC3986 ) : '' ),
		array(
			'timeout'             => SENTE_PATIENCE,
			// The key goes to the address that was typed, and nowhere else.
			'redirection'         => 0,
			'limit_response_size' => 1048576,
			'user-agent'          => 'Sente for WordPress/' . SENTE_VERSION,
			'headers'             => array(
				'Authorization' => 'Bearer ' . $key,
				'Accept'        => 'application/json',
			),
		)
	);
	if ( is_wp_error( $response ) ) {
		return new WP_Error( 'sente_away', '', array( 'status' => 0 ) );
	}
	$status = (int) wp_remote_retrieve_response_code( $response );
	$body   = json_decode( wp_remote_retrieve_body( $response ), true );
	$facts  = array(
		'status' => $status,
		'error'  => is_array( $body ) && isset( $body['error'] ) ? sanitize_key( $body['error'] ) : '',
		'wait'   => (int) wp_remote_retrieve_header( $response, 'retry-after' ),
	);
	if ( 200 === $status && is_array( $body ) ) {
		return $body;
	}
	// A page in place of JSON comes from something in between, or from another program.
	$refused = $status >= 400 && $status < 500 && 429 !== $status && is_array( $body );
	return new WP_Error( $refused ? 'sente_refused' : 'sente_away', '', $facts );
}

function sente_pause_of( WP_Error $error ): int {
	$facts = (array) $error->get_error_data();
	$wait  = isset( $facts['wait'] ) ? (int) $facts['wait'] : 0;
	return max( SENTE_PAUSE, min( $wait, 60 ) );
}

/** Whether the API refused this one question, such as one about a plan that is gone, and not the key or the store. */
function sente_is_about_question( WP_Error $error ): bool {
	$facts = (array) $error->get_error_data();
	return 'sente_refused' === $error->get_error_code() && in_array( $facts['status'], array( 404, 422 ), true );
}

/**
 * Writes down for the owner what keeps the site from its members, and forgets it once all is well.
 *
 * @param array|WP_Error $answer of the API
 */
function sente_note_trouble( $answer ): void {
	$trouble = '';
	if ( is_wp_error( $answer ) ) {
		$facts   = (array) $answer->get_error_data();
		$trouble = 'sente_away' === $answer->get_error_code() ? 'away' : ( '' !== $facts['error'] ? $facts['error'] : 'refused' );
	}
	if ( get_option( 'sente_trouble', '' ) !== $trouble ) {
		update_option( 'sente_trouble', $trouble );
	}
}
