<?php
/**
 * May this user in? What Sente said is kept with the user: unlike a transient it is there when Sente is away, and goes
 * when the user goes.
 *
 * @package Sente
 */

defined( 'ABSPATH' ) || exit;

/** As many plans of one user are remembered. */
const SENTE_PLANS_KEPT = 20;

/**
 * Whether a user has one of these plans.
 *
 * @param int[] $products ids of plans; none: any plan of the store
 * @return array{state: string, status: string, manage: string} `state` is yes, no, or unknown while nobody can say
 */
function sente_access( int $user_id, array $products ): array {
	if ( ! $products ) {
		return sente_access_to( $user_id, 0 );
	}
	$found = sente_verdict( 'no', null );
	foreach ( $products as $product ) {
		// No plan has such a number, and 0 would stand for any of them.
		if ( $product < 1 ) {
			continue;
		}
		$one = sente_access_to( $user_id, $product );
		if ( 'yes' === $one['state'] ) {
			return $one;
		}
		// A plan that nobody could be asked about may be the one that lets them in.
		if ( 'unknown' !== $found['state'] ) {
			$found = $one;
		}
	}
	return $found;
}

/** @param int $product id of a plan; 0: any */
function sente_access_to( int $user_id, int $product ): array {
	$now  = time();
	$all  = sente_kept_answers( $user_id );
	$kept = isset( $all[ $product ] ) ? $all[ $product ] : null;
	if ( $kept && sente_answer_is_fresh( $kept, $now, sente_hears_webhooks() ) ) {
		return sente_verdict( $kept['may'] ? 'yes' : 'no', $kept );
	}
	$query = array( 'ref' => sente_ref( $user_id ) ) + ( $product ? array( 'product_id' => $product ) : array() );
	$body  = sente_get( '/access', $query );
	if ( is_wp_error( $body ) && sente_is_about_question( $body ) ) {
		// There is no such plan, so nobody has it.
		$body = array();
	}
	if ( is_wp_error( $body ) ) {
		return $kept && sente_answer_holds( $kept, $now ) ? sente_verdict( 'yes', $kept ) : sente_verdict( 'unknown', $kept );
	}
	$answer = sente_answer_kept( $body, $now );
	sente_keep_answer( $user_id, $product, $answer );
	return sente_verdict( $answer['may'] ? 'yes' : 'no', $answer );
}

/** @param array|null $answer what was kept */
function sente_verdict( string $state, $answer ): array {
	return array(
		'state'  => $state,
		'status' => $answer ? $answer['status'] : '',
		'manage' => $answer ? $answer['manage'] : '',
	);
}

/** Asks anew next time: after a webhook, and when somebody comes back from paying. */
function sente_forget( int $user_id ): void {
	delete_user_option( $user_id, 'sente_access' );
}

/** By plan; those of another installation or key are none. */
function sente_kept_answers( int $user_id ): array {
	$kept = get_user_option( 'sente_access', $user_id );
	return is_array( $kept ) && isset( $kept['of'], $kept['answers'] ) && sente_connection() === $kept['of'] ? $kept['answers'] : array();
}

function sente_keep_answer( int $user_id, int $product, array $answer ): void {
	// The newest first.
	$answers = array( $product => $answer ) + sente_kept_answers( $user_id );
	$kept    = array(
		'of'      => sente_connection(),
		'answers' => array_slice( $answers, 0, SENTE_PLANS_KEPT, true ),
	);
	update_user_option( $user_id, 'sente_access', $kept );
}
