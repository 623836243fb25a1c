<?php
/**
 * [sente_members], [sente_button] and [sente_prices]. The blocks show the same.
 *
 * @package Sente
 */

defined( 'ABSPATH' ) || exit;

add_action( 'init', 'sente_register_shortcodes' );

function sente_register_shortcodes(): void {
	add_shortcode( 'sente_members', 'sente_members_shortcode' );
	add_shortcode( 'sente_button', 'sente_button_shortcode' );
	add_shortcode( 'sente_prices', 'sente_prices_shortcode' );
}

/**
 * [sente_members product="42"]for members[/sente_members]
 *
 * @param array|string $attributes `product`: ids with commas between, none for any plan; `quiet`: "yes" for no box
 * @param string|null  $content
 */
function sente_members_shortcode( $attributes, $content = '' ): string {
	$given = shortcode_atts(
		array(
			'product' => '',
			'quiet'   => '',
		),
		$attributes,
		'sente_members'
	);
	$html = sente_members( sente_ids( $given['product'] ), 'yes' === $given['quiet'] );
	return null === $html ? do_shortcode( (string) $content ) : $html;
}

/**
 * [sente_button product="42" label="Join"]
 *
 * @param array|string $attributes
 */
function sente_button_shortcode( $attributes ): string {
	$given = shortcode_atts(
		array(
			'product' => '',
			'label'   => '',
		),
		$attributes,
		'sente_button'
	);
	return sente_button( absint( $given['product'] ), (string) $given['label'] );
}

/**
 * [sente_prices products="42,43"]
 *
 * @param array|string $attributes `products`: ids with commas between, none for all plans
 */
function sente_prices_shortcode( $attributes ): string {
	$given = shortcode_atts( array( 'products' => '' ), $attributes, 'sente_prices' );
	return sente_prices( sente_ids( $given['products'] ) );
}

/**
 * What stands in place of a part for members; null where the visitor may see the part itself.
 *
 * @param int[] $products
 */
function sente_members( array $products, bool $is_quiet ): ?string {
	$post_id = (int) get_the_ID();
	$verdict = sente_look( $products, $post_id );
	if ( 'yes' === $verdict['state'] ) {
		return null;
	}
	return $is_quiet ? '' : sente_box( $verdict, $products, $post_id );
}

/** For whoever has the plan, the way to their subscription; for all others the way to it. */
function sente_button( int $id, string $label ): string {
	$product = sente_product( $id );
	if ( ! $product ) {
		return sente_hint( __( 'Sente: there is no plan with this number, or it is not for sale. Only those who edit the site see this.', 'sente' ) );
	}
	$verdict = is_user_logged_in() ? sente_access( get_current_user_id(), array( $id ) ) : sente_verdict( 'visitor', null );
	if ( 'yes' === $verdict['state'] && '' !== $verdict['manage'] ) {
		sente_keep_out_of_caches();
		$text = __( 'Your subscription', 'sente' );
		return sente_button_link( $verdict['manage'], $text, $text );
	}
	return sente_subscribe_button( $product, (int) get_the_ID(), $label );
}

/** @param int[] $products */
function sente_prices( array $products ): string {
	$list = sente_price_list( sente_products_of( $products ), (int) get_the_ID() );
	return '' === $list ? sente_hint( __( 'Sente: no plan to show. Only those who edit the site see this.', 'sente' ) ) : $list;
}

/** What is wrong, for those who can put it right. */
function sente_hint( string $text ): string {
	return current_user_can( 'edit_posts' ) ? sente_say( $text ) : '';
}

/** "42, 43" as numbers. What is none names no plan: a slip of the pen must not open a part to members of any plan. */
function sente_ids( $text ): array {
	$text = trim( (string) $text );
	return '' === $text ? array() : array_map( 'absint', explode( ',', $text ) );
}
