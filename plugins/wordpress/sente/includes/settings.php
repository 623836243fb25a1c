<?php
/**
 * What the owner has set. One option holds all of it.
 *
 * @package Sente
 */

defined( 'ABSPATH' ) || exit;

/**
 * One setting: `site` (address of the Sente installation), `key`, `store` (its name), `secret` (of the webhook) or
 * `prefix` (of refs). Empty while nothing is connected.
 */
function sente_setting( string $name ): string {
	$settings = get_option( 'sente_settings', array() );
	return is_array( $settings ) && isset( $settings[ $name ] ) ? (string) $settings[ $name ] : '';
}

/** Changes some of the settings and keeps the others. */
function sente_change_settings( array $changes ): void {
	$settings = get_option( 'sente_settings', array() );
	update_option( 'sente_settings', array_merge( is_array( $settings ) ? $settings : array(), $changes ) );
}

function sente_is_connected(): bool {
	return '' !== sente_setting( 'site' ) && '' !== sente_setting( 'key' );
}

/** Whether the key is one for play money. */
function sente_is_test(): bool {
	return 0 === strpos( sente_setting( 'key' ), 'sk_test_' );
}

/** Names the installation and the key. What was kept under another name is no answer of this one. */
function sente_connection(): string {
	return substr( hash( 'sha256', sente_setting( 'site' ) . ' ' . sente_setting( 'key' ) ), 0, 16 );
}

/** By what Sente knows a user of this site: `wp_1a2b3c4d_17`. */
function sente_ref( int $user_id ): string {
	return sente_prefix() . $user_id;
}

/** The user of a ref, or 0 where the ref is of another site or of no user. */
function sente_user_of( string $ref ): int {
	$prefix = sente_prefix();
	if ( 0 !== strpos( $ref, $prefix ) || ! preg_match( '/^[1-9][0-9]{0,18}$/D', substr( $ref, strlen( $prefix ) ) ) ) {
		return 0;
	}
	return (int) substr( $ref, strlen( $prefix ) );
}

/**
 * Tells the users of this site from those of other sites that sell for the same store. It is made of the address, so that
 * members are found again after the plugin was removed and installed anew. Once connected it stays as it is, so that a
 * site may move to another address and keep its members.
 */
function sente_prefix(): string {
	$kept = sente_setting( 'prefix' );
	if ( '' !== $kept ) {
		return $kept;
	}
	$address = preg_replace( '#^https?://(www\.)?#', '', strtolower( untrailingslashit( home_url() ) ) );
	return 'wp_' . substr( hash( 'sha256', $address ), 0, 8 ) . '_';
}
