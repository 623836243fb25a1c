<?php
/**
 * The way to Sente's payment page and back. Buttons lead to an address of this site, which sends on whoever is logged in:
 * so no page of the site holds anybody's ref or e-mail, and a page may be kept in any cache.
 *
 * @package Sente
 */

defined( 'ABSPATH' ) || exit;

add_action( 'template_redirect', 'sente_go_and_pay', 1 );
add_action( 'template_redirect', 'sente_come_back', 1 );

/** Where a button for a plan leads. After paying the visitor is back at the post of this id, or at the start page. */
function sente_subscribe_link( int $product, int $post_id ): string {
	$query = array( 'sente_subscribe' => $product ) + ( $post_id ? array( 'sente_page' => $post_id ) : array() );
	return add_query_arg( $query, home_url( '/' ) );
}

/** What the owner gives to Sente as the address of their app. */
function sente_return_address(): string {
	return add_query_arg( 'sente_return', '1', home_url( '/' ) );
}

/** Sends whoever is logged in to the plan's page at Sente, with their ref and e-mail; all others log in first. */
function sente_go_and_pay(): void {
	// phpcs:disable WordPress.Security.NonceVerification.Recommended -- A link that anybody may open; it only leads on.
	if ( ! isset( $_GET['sente_subscribe'] ) ) {
		return;
	}
	$id      = absint( $_GET['sente_subscribe'] );
	$post_id = isset( $_GET['sente_page'] ) ? absint( $_GET['sente_page'] ) : 0;
	// phpcs:enable
	nocache_headers();
	if ( ! is_user_logged_in() ) {
		wp_safe_redirect( wp_login_url( sente_subscribe_link( $id, $post_id ) ) );
		exit;
	}
	$product = sente_product( $id );
	if ( ! $product || '' === $product['url'] ) {
		wp_die(
			esc_html__( 'This plan cannot be paid for just now. Please try again later.', 'sente' ),
			esc_html__( 'Not for sale just now', 'sente' ),
			array(
				'response'  => 503,
				'back_link' => true,
			)
		);
	}
	update_user_option( get_current_user_id(), 'sente_back', $post_id );
	sente_redirect_out( sente_pay_address( $product, wp_get_current_user() ) );
}

function sente_pay_address( array $product, WP_User $user ): string {
	$query = array(
		'ref'   => sente_ref( $user->ID ),
		'email' => $user->user_email,
	);
	if ( sente_is_test() ) {
		$query['test'] = '1';
	}
	return add_query_arg( array_map( 'rawurlencode', $query ), $product['url'] );
}

/** To an address that Sente named. */
function sente_redirect_out( string $url ): void {
	$host = (string) wp_parse_url( $url, PHP_URL_HOST );
	add_filter(
		'allowed_redirect_hosts',
		static function ( array $hosts ) use ( $host ): array {
			return array_merge( $hosts, array( $host ) );
		}
	);
	wp_safe_redirect( $url );
	exit;
}

/**
 * Who comes back from paying is asked about anew, and lands on the page that they came from. What Sente adds to the address
 * says who has paid; nobody believes it.
 */
function sente_come_back(): void {
	// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Sente leads here; nothing in the address is believed.
	if ( ! isset( $_GET['sente_return'] ) ) {
		return;
	}
	nocache_headers();
	if ( ! is_user_logged_in() ) {
		wp_safe_redirect( wp_login_url( sente_return_address() ) );
		exit;
	}
	$user_id = get_current_user_id();
	$page    = sente_page_address( absint( get_user_option( 'sente_back', $user_id ) ) );
	delete_user_option( $user_id, 'sente_back' );
	sente_forget( $user_id );
	wp_safe_redirect( $page );
	exit;
}

/** Of a post, or the start page where there is none. */
function sente_page_address( int $post_id ): string {
	// For WordPress 0 is whatever post it has at hand.
	$address = $post_id ? get_permalink( $post_id ) : false;
	return $address ? $address : home_url( '/' );
}
