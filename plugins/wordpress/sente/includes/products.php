<?php
/**
 * The plans of the store, as Sente has them.
 *
 * @package Sente
 */

defined( 'ABSPATH' ) || exit;

/** Prices are looked up again after so many seconds; what is known is used for a day while Sente is away. */
const SENTE_PRODUCTS_LAST = 300;
/** Pages of 100 plans each. */
const SENTE_PRODUCT_PAGES = 5;

/** All plans that are for sale, by id. Empty while nothing is known. */
function sente_products(): array {
	$kept = get_transient( 'sente_products' );
	if ( ! is_array( $kept ) || sente_connection() !== $kept['of'] ) {
		$kept = null;
	}
	if ( $kept && time() - $kept['at'] < SENTE_PRODUCTS_LAST ) {
		return $kept['products'];
	}
	$products = sente_read_products();
	if ( null === $products ) {
		return $kept ? $kept['products'] : array();
	}
	$kept = array(
		'of'       => sente_connection(),
		'at'       => time(),
		'products' => $products,
	);
	set_transient( 'sente_products', $kept, DAY_IN_SECONDS );
	return $products;
}

/** One plan, or null. */
function sente_product( int $id ): ?array {
	$products = sente_products();
	return isset( $products[ $id ] ) ? $products[ $id ] : null;
}

/** Of these ids those that are for sale, in their order; of none all. */
function sente_products_of( array $ids ): array {
	$products = sente_products();
	if ( ! $ids ) {
		return array_values( $products );
	}
	$found = array();
	foreach ( $ids as $id ) {
		if ( isset( $products[ $id ] ) ) {
			$found[] = $products[ $id ];
		}
	}
	return $found;
}

/** Null where Sente could not be asked. */
function sente_read_products(): ?array {
	$products = array();
	for ( $page = 1; $page <= SENTE_PRODUCT_PAGES; $page++ ) {
		$query  = array(
			'kind'     => 'subscription',
			'status'   => 'active',
			'per_page' => 100,
			'page'     => $page,
		);
		$answer = sente_get( '/products', $query );
		if ( is_wp_error( $answer ) || ! isset( $answer['data'] ) || ! is_array( $answer['data'] ) ) {
			return null;
		}
		foreach ( $answer['data'] as $wire ) {
			if ( isset( $wire['id'], $wire['name'], $wire['currency'], $wire['subscription']['subscribe_url'] ) ) {
				$products[ (int) $wire['id'] ] = sente_product_kept( $wire );
			}
		}
		if ( empty( $answer['links']['next'] ) ) {
			break;
		}
	}
	return $products;
}

function sente_product_kept( array $wire ): array {
	$plan = $wire['subscription'];
	return array(
		'id'          => (int) $wire['id'],
		'name'        => (string) $wire['name'],
		'description' => isset( $wire['short_description'] ) ? (string) $wire['short_description'] : '',
		'currency'    => (string) $wire['currency'],
		'price'       => isset( $plan['price'] ) ? (float) $plan['price'] : 0.0,
		'interval'    => isset( $plan['interval'] ) ? (string) $plan['interval'] : '',
		'trial_days'  => isset( $plan['trial_days'] ) ? (int) $plan['trial_days'] : 0,
		'url'         => esc_url_raw( (string) $plan['subscribe_url'], array( 'http', 'https' ) ),
	);
}

/** "KES 1,500 a month", in the reader's language. Not escaped. */
function sente_price_text( array $product ): string {
	$decimals = floor( $product['price'] ) === $product['price'] ? 0 : 2;
	$price    = $product['currency'] . ' ' . number_format_i18n( $product['price'], $decimals );
	switch ( $product['interval'] ) {
		case 'week':
			/* translators: %s: a price, such as KES 1,500 */
			return sprintf( __( '%s a week', 'sente' ), $price );
		case 'month':
			/* translators: %s: a price, such as KES 1,500 */
			return sprintf( __( '%s a month', 'sente' ), $price );
		case 'quarter':
			/* translators: %s: a price, such as KES 1,500 */
			return sprintf( __( '%s every three months', 'sente' ), $price );
		case 'year':
			/* translators: %s: a price, such as KES 1,500 */
			return sprintf( __( '%s a year', 'sente' ), $price );
		default:
			return $price;
	}
}
