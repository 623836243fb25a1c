<?php
/**
 * "Who may read this" beside a post or page, in both editors.
 *
 * @package Sente
 */

defined( 'ABSPATH' ) || exit;

add_action( 'add_meta_boxes', 'sente_add_meta_box' );
add_action( 'save_post', 'sente_save_meta_box' );

function sente_add_meta_box(): void {
	add_meta_box( 'sente-protect', __( 'Who may read this', 'sente' ), 'sente_show_meta_box', sente_protectable(), 'side' );
}

/** All kinds of posts that have a page of their own, uploaded files aside: those have public addresses. */
function sente_protectable(): array {
	return array_values( array_diff( get_post_types( array( 'public' => true ) ), array( 'attachment' ) ) );
}

function sente_show_meta_box( WP_Post $post ): void {
	$now     = (string) get_post_meta( $post->ID, SENTE_META, true );
	$choices = array(
		''    => __( 'Everybody', 'sente' ),
		'any' => __( 'Members, of any plan', 'sente' ),
	);
	foreach ( sente_products() as $product ) {
		/* translators: %s: the name of a plan */
		$choices[ (string) $product['id'] ] = sprintf( __( 'Members of %s', 'sente' ), $product['name'] );
	}
	// A plan that is not for sale any more, or cannot be read just now, stays chosen.
	if ( ! isset( $choices[ $now ] ) ) {
		/* translators: %s: the number of a plan */
		$choices[ $now ] = sprintf( __( 'Members of plan %s', 'sente' ), $now );
	}
	wp_nonce_field( 'sente_protect', 'sente_protect_nonce' );
	echo '<label class="screen-reader-text" for="sente_protect">' . esc_html__( 'Who may read this', 'sente' ) . '</label>';
	echo '<select id="sente_protect" name="sente_protect" style="max-width: 100%">';
	foreach ( $choices as $value => $label ) {
		echo '<option value="' . esc_attr( (string) $value ) . '"' . selected( $now, (string) $value, false ) . '>' . esc_html( $label ) . '</option>';
	}
	echo '</select>';
	echo '<p class="description">' . esc_html__( 'The excerpt, if you write one, is shown to everybody. Uploaded files have addresses of their own and are not protected.', 'sente' ) . '</p>';
}

function sente_save_meta_box( int $post_id ): void {
	if ( ! isset( $_POST['sente_protect'], $_POST['sente_protect_nonce'] ) || wp_is_post_revision( $post_id ) ) {
		return;
	}
	$nonce = sanitize_text_field( wp_unslash( $_POST['sente_protect_nonce'] ) );
	if ( ! wp_verify_nonce( $nonce, 'sente_protect' ) || ! current_user_can( 'edit_post', $post_id ) ) {
		return;
	}
	$chosen = sanitize_text_field( wp_unslash( $_POST['sente_protect'] ) );
	if ( 'any' === $chosen || preg_match( '/^[1-9][0-9]{0,15}$/D', $chosen ) ) {
		update_post_meta( $post_id, SENTE_META, $chosen );
	} elseif ( '' === $chosen ) {
		delete_post_meta( $post_id, SENTE_META );
	}
}
