<?php
/**
 * What stands in place of what a visitor may not see: why, and how to get it. Everything here is escaped.
 *
 * @package Sente
 */

defined( 'ABSPATH' ) || exit;

add_action( 'init', 'sente_register_style' );

function sente_register_style(): void {
	wp_register_style( 'sente', plugins_url( 'assets/sente.css', SENTE_FILE ), array(), SENTE_VERSION );
}

/**
 * @param array $verdict  of sente_look()
 * @param int[] $products ids of the plans that open it; none: any plan
 */
function sente_box( array $verdict, array $products, int $post_id ): string {
	wp_enqueue_style( 'sente' );
	$inside = sente_say( sente_box_sentence( $verdict ) );
	// Nobody is asked to pay while it is not known whether they have paid.
	if ( 'unknown' !== $verdict['state'] ) {
		$inside .= sente_price_list( sente_products_of( $products ), $post_id );
	}
	if ( 'visitor' === $verdict['state'] ) {
		$inside .= sente_log_in_links( $post_id );
	}
	if ( 'no' === $verdict['state'] && '' !== $verdict['manage'] ) {
		$inside .= sente_link_line( $verdict['manage'], __( 'Your subscription and its payments', 'sente' ) );
	}
	return '<div class="sente-box">' . $inside . '</div>';
}

function sente_box_sentence( array $verdict ): string {
	if ( 'unknown' === $verdict['state'] ) {
		return __( 'We cannot check your membership just now. If you have paid, you do not have to pay again: please try again in a minute.', 'sente' );
	}
	if ( in_array( $verdict['status'], array( 'cancelled', 'expired' ), true ) ) {
		return __( 'Your membership has ended. Subscribe again to read on.', 'sente' );
	}
	return __( 'This is for members.', 'sente' );
}

/** Each plan with its price and the button to subscribe. Empty where there is none. */
function sente_price_list( array $products, int $post_id ): string {
	if ( ! $products ) {
		return '';
	}
	wp_enqueue_style( 'sente' );
	$items = '';
	foreach ( $products as $product ) {
		$items .= '<li class="sente-plan"><strong class="sente-plan__name">' . esc_html( $product['name'] ) . '</strong>'
			. '<span class="sente-plan__price">' . esc_html( sente_price_text( $product ) ) . '</span>'
			. ( '' === $product['description'] ? '' : '<span class="sente-plan__about">' . esc_html( $product['description'] ) . '</span>' )
			. sente_trial_line( $product )
			. sente_subscribe_button( $product, $post_id, '' ) . '</li>';
	}
	return '<ul class="sente-plans">' . $items . '</ul>';
}

function sente_trial_line( array $product ): string {
	if ( $product['trial_days'] < 1 ) {
		return '';
	}
	/* translators: %s: a number of days */
	$text = sprintf( _n( 'The first %s day is free.', 'The first %s days are free.', $product['trial_days'], 'sente' ), number_format_i18n( $product['trial_days'] ) );
	return '<span class="sente-plan__trial">' . esc_html( $text ) . '</span>';
}

/** Without words of the owner's own the button says "Subscribe", with the name of the plan for those who only hear it. */
function sente_subscribe_button( array $product, int $post_id, string $label ): string {
	/* translators: %s: the name of a plan */
	$heard = '' === $label ? sprintf( __( 'Subscribe: %s', 'sente' ), $product['name'] ) : $label;
	$seen  = '' === $label ? __( 'Subscribe', 'sente' ) : $label;
	return sente_button_link( sente_subscribe_link( $product['id'], $post_id ), $seen, $heard );
}

function sente_button_link( string $url, string $seen, string $heard ): string {
	wp_enqueue_style( 'sente' );
	$spoken = $heard === $seen ? '' : ' aria-label="' . esc_attr( $heard ) . '"';
	return '<a class="sente-button wp-element-button" rel="nofollow" href="' . esc_url( $url ) . '"' . $spoken . '>' . esc_html( $seen ) . '</a>';
}

function sente_log_in_links( int $post_id ): string {
	$html = sente_link_line( wp_login_url( sente_page_address( $post_id ) ), __( 'Already a member? Log in', 'sente' ) );
	if ( get_option( 'users_can_register' ) ) {
		$html .= sente_link_line( wp_registration_url(), __( 'New here? Create an account first', 'sente' ) );
	}
	return $html;
}

function sente_link_line( string $url, string $text ): string {
	return '<p class="sente-box__way"><a rel="nofollow" href="' . esc_url( $url ) . '">' . esc_html( $text ) . '</a></p>';
}

function sente_say( string $text ): string {
	return '<p class="sente-box__say">' . esc_html( $text ) . '</p>';
}
