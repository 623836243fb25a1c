<?php
/**
 * Whole posts and pages for members. WordPress itself knows posts that a visitor has not opened yet, those with a password:
 * what it holds back of them (text, excerpt, comments, in feeds and in its REST API) it holds back of these too.
 *
 * @package Sente
 */

defined( 'ABSPATH' ) || exit;

/** Holds 'any' or the id of a plan. Absent: everybody reads it. */
const SENTE_META = '_sente_protect';

add_filter( 'post_password_required', 'sente_lock', 20, 2 );
add_filter( 'the_password_form', 'sente_lock_form', 20, 2 );
// For what shows a post without asking whether it is open. Last, so that nothing adds to it.
add_filter( 'the_content', 'sente_lock_content', PHP_INT_MAX );

/** Ids of the plans that open a post, none for any plan; null where it is open to everybody. */
function sente_needs( int $post_id ): ?array {
	$kept = (string) get_post_meta( $post_id, SENTE_META, true );
	if ( '' === $kept ) {
		return null;
	}
	return 'any' === $kept ? array() : array( absint( $kept ) );
}

/**
 * What the current visitor may see of something that is for members. Beyond sente_access() there is the state `visitor`:
 * nobody is logged in, and Sente is not asked. Whoever may edit the post sees all of it.
 *
 * @param int[] $products
 */
function sente_look( array $products, int $post_id ): array {
	$verdict = sente_verdict( 'visitor', null );
	if ( is_user_logged_in() ) {
		sente_keep_out_of_caches();
		$may_edit = $post_id && current_user_can( 'edit_post', $post_id );
		$verdict  = $may_edit ? sente_verdict( 'yes', null ) : sente_access( get_current_user_id(), $products );
	}
	/**
	 * Lets a site decide for itself, for example for its staff.
	 *
	 * @param array $verdict  `state`: yes, no, unknown or visitor
	 * @param int[] $products ids of plans; none: any
	 * @param int   $post_id  0 outside of a post
	 */
	return apply_filters( 'sente_verdict', $verdict, $products, $post_id );
}

/** Plugins that keep whole pages know this name. Visitors who are not logged in all see the same. */
function sente_keep_out_of_caches(): void {
	if ( ! defined( 'DONOTCACHEPAGE' ) ) {
		define( 'DONOTCACHEPAGE', true ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- Their name.
	}
}

/**
 * @param bool         $required whether WordPress itself waits for a password
 * @param WP_Post|null $post
 */
function sente_lock( $required, $post ) {
	if ( $required || ! $post instanceof WP_Post || ! sente_is_locked( $post->ID ) ) {
		return $required;
	}
	sente_locked_here( $post->ID, true );
	return true;
}

/** Whether the current visitor has to be kept out of a post. */
function sente_is_locked( int $post_id ): bool {
	$needs = sente_needs( $post_id );
	return null !== $needs && 'yes' !== sente_look( $needs, $post_id )['state'];
}

/** Remembers that a post is locked by a plan, and not by a password that WordPress asks for. */
function sente_locked_here( int $post_id, bool $now = false ): bool {
	static $locked = array();
	if ( $now ) {
		$locked[ $post_id ] = true;
	}
	return isset( $locked[ $post_id ] );
}

/**
 * @param string  $form the form that asks for the password
 * @param WP_Post $post
 */
function sente_lock_form( $form, $post = null ) {
	$post = get_post( $post );
	return $post && sente_locked_here( $post->ID ) ? sente_lock_box( $post ) : $form;
}

/** @param string $content */
function sente_lock_content( $content ) {
	$post = get_post();
	if ( ! $post || ! sente_is_locked( $post->ID ) ) {
		return $content;
	}
	return doing_filter( 'get_the_excerpt' ) ? '' : sente_lock_box( $post );
}

/** An excerpt that was written by hand is the taste that everybody gets. */
function sente_lock_box( WP_Post $post ): string {
	$needs = (array) sente_needs( $post->ID );
	$taste = '' === $post->post_excerpt ? '' : '<p class="sente-taste">' . wp_kses_post( $post->post_excerpt ) . '</p>';
	return $taste . sente_box( sente_look( $needs, $post->ID ), $needs, $post->ID );
}
