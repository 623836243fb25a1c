<?php
/**
 * The same three as blocks. The server draws them; the editor's script only offers their settings.
 *
 * @package Sente
 */

defined( 'ABSPATH' ) || exit;

add_action( 'init', 'sente_register_blocks' );
add_action( 'enqueue_block_editor_assets', 'sente_give_editor_its_words' );
add_action( 'rest_api_init', 'sente_register_plans_route' );

function sente_register_blocks(): void {
	$needs = array( 'wp-api-fetch', 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-server-side-render' );
	wp_register_script( 'sente-editor', plugins_url( 'assets/editor.js', SENTE_FILE ), $needs, SENTE_VERSION, true );
	$shared = array(
		'api_version'   => 2,
		'category'      => 'widgets',
		'editor_script' => 'sente-editor',
		'style'         => 'sente',
	);
	$text   = array(
		'type'    => 'string',
		'default' => '',
	);
	register_block_type(
		'sente/members',
		$shared + array(
			'title'           => __( 'For members', 'sente' ),
			'description'     => __( 'What only members see. Everybody else sees how to become one.', 'sente' ),
			'icon'            => 'lock',
			'attributes'      => array( 'product' => $text ),
			'render_callback' => 'sente_members_block',
		)
	);
	register_block_type(
		'sente/button',
		$shared + array(
			'title'           => __( 'Subscribe button', 'sente' ),
			'description'     => __( 'A button that leads to the payment page of a plan.', 'sente' ),
			'icon'            => 'button',
			'attributes'      => array(
				'product' => $text,
				'label'   => $text,
			),
			'render_callback' => 'sente_button_block',
		)
	);
	register_block_type(
		'sente/prices',
		$shared + array(
			'title'           => __( 'Prices of memberships', 'sente' ),
			'description'     => __( 'Your plans with their prices and buttons.', 'sente' ),
			'icon'            => 'money-alt',
			'attributes'      => array( 'products' => $text ),
			'render_callback' => 'sente_prices_block',
		)
	);
}

/**
 * @param array  $attributes
 * @param string $content the blocks inside, drawn
 */
function sente_members_block( $attributes, $content ): string {
	$html = sente_members( sente_ids( $attributes['product'] ), false );
	return null === $html ? (string) $content : $html;
}

/** @param array $attributes */
function sente_button_block( $attributes ): string {
	$html = sente_button( absint( $attributes['product'] ), $attributes['label'] );
	return '' === $html ? '' : '<div class="wp-block-button">' . $html . '</div>';
}

/** @param array $attributes */
function sente_prices_block( $attributes ): string {
	return sente_prices( sente_ids( $attributes['products'] ) );
}

/** The editor's words come from here, so that one set of translations serves all. */
function sente_give_editor_its_words(): void {
	$words = array(
		'plan'    => __( 'Plan', 'sente' ),
		'plans'   => __( 'Plans', 'sente' ),
		'any'     => __( 'Any plan', 'sente' ),
		'all'     => __( 'All plans', 'sente' ),
		'choose'  => __( 'Choose a plan', 'sente' ),
		'label'   => __( 'Words on the button', 'sente' ),
		'numbers' => __( 'Numbers of the plans, with commas between. Empty: all.', 'sente' ),
		'inside'  => __( 'Only members see what is in here.', 'sente' ),
	);
	wp_localize_script( 'sente-editor', 'senteEditor', $words );
}

/** What the editor offers to choose from. For those who write posts. */
function sente_register_plans_route(): void {
	register_rest_route(
		'sente/v1',
		'/plans',
		array(
			'methods'             => 'GET',
			'callback'            => 'sente_answer_plans',
			'permission_callback' => static function (): bool {
				return current_user_can( 'edit_posts' );
			},
		)
	);
}

function sente_answer_plans(): WP_REST_Response {
	$plans = array();
	foreach ( sente_products() as $product ) {
		$plans[] = array(
			'value' => (string) $product['id'],
			'label' => $product['name'] . ', ' . sente_price_text( $product ),
		);
	}
	return new WP_REST_Response( $plans );
}
