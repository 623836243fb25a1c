<?php
/**
 * What the buttons of the settings page do. Each asks first who it is and whether the form was ours, and ends on the page.
 *
 * @package Sente
 */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_post_sente_connect', 'sente_act_connect' );
add_action( 'admin_post_sente_save_secret', 'sente_act_save_secret' );
add_action( 'admin_post_sente_ask_anew', 'sente_act_ask_anew' );
add_action( 'admin_post_sente_disconnect', 'sente_act_disconnect' );

/** Keeps a key only after Sente has said whose it is. */
function sente_act_connect(): void {
	sente_only_owner( 'sente_connect' );
	$site = sente_clean_site( sente_posted( 'sente_site' ) );
	$key  = sente_posted( 'sente_key' );
	if ( '' === $site ) {
		sente_end_act( 'bad_address' );
	}
	if ( ! preg_match( '/^sk_(live|test)_[0-9A-Za-z_-]{8,200}$/D', $key ) ) {
		sente_end_act( 'bad_key' );
	}
	$answer = sente_ask( $site, $key, '/store' );
	if ( is_wp_error( $answer ) ) {
		$facts = (array) $answer->get_error_data();
		sente_end_act( 'sente_away' === $answer->get_error_code() ? 'away' : sente_known_code( $facts['error'] ) );
	}
	sente_start_anew();
	sente_change_settings(
		array(
			'site'   => $site,
			'key'    => $key,
			'store'  => isset( $answer['data']['name'] ) ? sanitize_text_field( $answer['data']['name'] ) : '',
			'prefix' => sente_prefix(),
		)
	);
	sente_end_act( 'connected' );
}

function sente_act_save_secret(): void {
	sente_only_owner( 'sente_save_secret' );
	$secret = sente_posted( 'sente_secret' );
	if ( ! preg_match( '#^whsec_[0-9A-Za-z+/]{20,200}={0,2}$#D', $secret ) ) {
		sente_end_act( 'bad_secret' );
	}
	delete_option( 'sente_seen' );
	sente_change_settings( array( 'secret' => $secret ) );
	sente_end_act( 'secret_saved' );
}

function sente_act_ask_anew(): void {
	sente_only_owner( 'sente_ask_anew' );
	delete_transient( 'sente_products' );
	delete_transient( 'sente_pause' );
	sente_products();
	$trouble = (string) get_option( 'sente_trouble', '' );
	sente_end_act( '' === $trouble ? 'asked_anew' : sente_known_code( $trouble ) );
}

/** The prefix stays: who connects again finds the members of before. */
function sente_act_disconnect(): void {
	sente_only_owner( 'sente_disconnect' );
	sente_start_anew();
	sente_change_settings(
		array(
			'site'   => '',
			'key'    => '',
			'store'  => '',
			'secret' => '',
		)
	);
	sente_end_act( 'disconnected' );
}

/** What was read by an earlier key says nothing about the next. */
function sente_start_anew(): void {
	delete_transient( 'sente_products' );
	delete_transient( 'sente_pause' );
	delete_option( 'sente_trouble' );
	delete_option( 'sente_seen' );
}

function sente_only_owner( string $act ): void {
	check_admin_referer( $act, $act . '_nonce' );
	if ( ! current_user_can( 'manage_options' ) ) {
		wp_die( esc_html__( 'You may not change this.', 'sente' ), '', array( 'response' => 403 ) );
	}
}

/** A line that was typed. */
function sente_posted( string $name ): string {
	// phpcs:ignore WordPress.Security.NonceVerification.Missing -- sente_only_owner() has checked it.
	return isset( $_POST[ $name ] ) && is_string( $_POST[ $name ] ) ? trim( sanitize_text_field( wp_unslash( $_POST[ $name ] ) ) ) : '';
}

function sente_known_code( string $code ): string {
	return isset( sente_sentences()[ $code ] ) ? $code : 'refused';
}

/** @return never */
function sente_end_act( string $said ): void {
	wp_safe_redirect( sente_settings_address( $said ) );
	exit;
}

/**
 * The address without what people paste along, or '' where it is none: over http everybody on the way could read the key,
 * so that is for this same machine only.
 */
function sente_clean_site( string $typed ): string {
	$parts = wp_parse_url( $typed );
	if ( ! is_array( $parts ) || empty( $parts['scheme'] ) || empty( $parts['host'] ) || isset( $parts['user'] ) ) {
		return '';
	}
	$scheme   = strtolower( $parts['scheme'] );
	$host     = strtolower( $parts['host'] );
	$is_local = 1 === preg_match( '/^(localhost|[a-z0-9-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/', $host );
	if ( 'https' !== $scheme && ! ( 'http' === $scheme && $is_local ) ) {
		return '';
	}
	$path = isset( $parts['path'] ) ? untrailingslashit( preg_replace( '#/api/v1/?$#', '', $parts['path'] ) ) : '';
	$site = $scheme . '://' . $host . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' ) . $path;
	return esc_url_raw( $site, array( 'http', 'https' ) );
}
