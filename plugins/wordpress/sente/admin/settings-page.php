<?php
/**
 * Settings, Sente: what is connected, and what the owner copies from here to Sente. Acts are in settings-acts.php.
 *
 * @package Sente
 */

defined( 'ABSPATH' ) || exit;

add_action( 'admin_menu', 'sente_add_settings_page' );
add_action( 'admin_notices', 'sente_show_trouble' );
add_action( 'admin_init', 'sente_tell_of_privacy' );
add_filter( 'plugin_action_links_' . plugin_basename( SENTE_FILE ), 'sente_link_settings' );

function sente_add_settings_page(): void {
	add_options_page( 'Sente', 'Sente', 'manage_options', 'sente', 'sente_show_settings' );
}

function sente_settings_address( string $said = '' ): string {
	return add_query_arg( array( 'page' => 'sente' ) + ( '' === $said ? array() : array( 'said' => $said ) ), admin_url( 'options-general.php' ) );
}

function sente_link_settings( array $links ): array {
	$link = '<a href="' . esc_url( sente_settings_address() ) . '">' . esc_html__( 'Settings', 'sente' ) . '</a>';
	return array_merge( array( $link ), $links );
}

function sente_show_settings(): void {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	echo '<div class="wrap"><h1>Sente</h1>';
	sente_show_said();
	if ( sente_is_connected() ) {
		sente_show_connection();
		sente_show_return_address();
		sente_show_webhook_form();
		sente_show_plans();
		sente_show_connect_form();
		sente_show_disconnect_form();
	} else {
		sente_show_connect_form();
	}
	echo '</div>';
}

/** What became of the last act. */
function sente_show_said(): void {
	// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only chooses a sentence.
	$said      = isset( $_GET['said'] ) ? sanitize_key( $_GET['said'] ) : '';
	$sentences = sente_sentences();
	if ( ! isset( $sentences[ $said ] ) ) {
		return;
	}
	$kind = in_array( $said, array( 'connected', 'disconnected', 'secret_saved', 'asked_anew' ), true ) ? 'success' : 'error';
	echo '<div class="notice notice-' . esc_attr( $kind ) . '" role="status"><p>' . esc_html( $sentences[ $said ] ) . '</p></div>';
}

/** By what was done, or by what is wrong: words of this plugin and codes of the API. */
function sente_sentences(): array {
	return array(
		'connected'                => __( 'Connected. The key works.', 'sente' ),
		'disconnected'             => __( 'Disconnected. The key is deleted here, and what is for members is closed.', 'sente' ),
		'secret_saved'             => __( 'The signing secret is saved.', 'sente' ),
		'asked_anew'               => __( 'The plans were read again.', 'sente' ),
		'bad_address'              => __( 'This is not an address that can be used. It begins with https:// (http:// is for this same machine only).', 'sente' ),
		'bad_key'                  => __( 'This is not a secret key. It begins with sk_live_ or sk_test_.', 'sente' ),
		'bad_secret'               => __( 'This is not a signing secret. It begins with whsec_.', 'sente' ),
		'away'                     => __( 'No Sente installation answers at this address just now.', 'sente' ),
		'invalid_api_key'          => __( 'Sente does not know this key, or it was deleted there.', 'sente' ),
		'plan_required'            => __( 'The plan of your store at Sente does not include the API.', 'sente' ),
		'store_suspended'          => __( 'Your store at Sente is suspended.', 'sente' ),
		'developer_access_blocked' => __( 'Sente has turned off the API for your store.', 'sente' ),
		'refused'                  => __( 'Sente refused the key.', 'sente' ),
	);
}

function sente_show_connection(): void {
	$key = sente_setting( 'key' );
	echo '<table class="form-table" role="presentation">';
	sente_show_row( __( 'Store', 'sente' ), sente_setting( 'store' ) );
	sente_show_row( __( 'Installation', 'sente' ), sente_setting( 'site' ) );
	/* translators: %s: the last four characters of the key */
	sente_show_row( __( 'Key', 'sente' ), sprintf( __( 'ends in %s', 'sente' ), substr( $key, -4 ) ) );
	sente_show_row( __( 'Mode', 'sente' ), sente_is_test() ? __( 'Test: play money, nobody is charged', 'sente' ) : __( 'Live: real money', 'sente' ) );
	sente_show_row( __( 'Name of your users at Sente', 'sente' ), sente_ref( get_current_user_id() ) . ' ' . __( '(you)', 'sente' ) );
	echo '</table>';
}

function sente_show_row( string $name, string $value ): void {
	echo '<tr><th scope="row">' . esc_html( $name ) . '</th><td>' . esc_html( $value ) . '</td></tr>';
}

function sente_show_connect_form(): void {
	$is_connected = sente_is_connected();
	echo '<h2>' . esc_html( $is_connected ? __( 'Another key or installation', 'sente' ) : __( 'Connect', 'sente' ) ) . '</h2>';
	sente_open_form( 'sente_connect' );
	echo '<p>' . esc_html__( 'In Sente make a key under Developers, Keys: one that only reads is enough. When you press the button, this site asks the installation whether the key works. From then on it asks there which plans you sell and, by a number and not by a name, whether a user who is logged in has paid.', 'sente' ) . '</p>';
	sente_show_field( 'sente_site', __( 'Address of your Sente installation', 'sente' ), 'url', sente_setting( 'site' ), 'https://pay.example.com' );
	sente_show_field( 'sente_key', __( 'Secret key', 'sente' ), 'password', '', 'sk_live_…' );
	submit_button( $is_connected ? __( 'Check and save', 'sente' ) : __( 'Connect', 'sente' ), 'primary', 'sente_connect_now' );
	echo '</form>';
}

function sente_show_return_address(): void {
	echo '<h2>' . esc_html__( 'Back to your site after paying', 'sente' ) . '</h2>';
	echo '<p>' . esc_html__( 'Copy this to Sente, under Developers, Test mode, Address of your app. Then whoever has paid is back at the page that they came from, and it is open.', 'sente' ) . '</p>';
	sente_show_copy( 'sente_return', __( 'Return address', 'sente' ), sente_return_address() );
}

function sente_show_webhook_form(): void {
	$last = sente_last_webhook();
	echo '<h2>' . esc_html__( 'Webhook', 'sente' ) . '</h2>';
	echo '<p>' . esc_html__( 'With it a change at Sente is seen here at once; without it within a minute. In Sente add a webhook under Developers, Webhooks, with this address, then copy its signing secret to here.', 'sente' ) . '</p>';
	sente_show_copy( 'sente_webhook', __( 'Address for the webhook', 'sente' ), sente_webhook_address() );
	sente_open_form( 'sente_save_secret' );
	sente_show_field( 'sente_secret', __( 'Signing secret', 'sente' ), 'password', '', 'whsec_…' );
	echo '<p>' . esc_html( sente_webhook_state( $last ) ) . '</p>';
	submit_button( __( 'Save the secret', 'sente' ), 'secondary', 'sente_save_secret_now' );
	echo '</form>';
}

function sente_webhook_state( int $last ): string {
	if ( '' === sente_setting( 'secret' ) ) {
		return __( 'No secret is saved yet.', 'sente' );
	}
	if ( 0 === $last ) {
		return __( 'A secret is saved. Nothing genuine has come yet: press Send a test in Sente.', 'sente' );
	}
	/* translators: %s: a time span, such as 5 minutes */
	return sprintf( __( 'A secret is saved. The last genuine delivery came %s ago.', 'sente' ), human_time_diff( $last ) );
}

/** What is for sale, and what to write on a page for it. */
function sente_show_plans(): void {
	echo '<h2>' . esc_html__( 'Your plans', 'sente' ) . '</h2>';
	$products = sente_products();
	if ( ! $products ) {
		echo '<p>' . esc_html__( 'There is no plan to show. Make a product of the kind Subscription in Sente.', 'sente' ) . '</p>';
	} else {
		echo '<table class="widefat striped"><thead><tr><th scope="col">' . esc_html__( 'Plan', 'sente' ) . '</th><th scope="col">' . esc_html__( 'Price', 'sente' ) . '</th><th scope="col">' . esc_html__( 'For a page', 'sente' ) . '</th></tr></thead><tbody>';
		foreach ( $products as $product ) {
			echo '<tr><td>' . esc_html( $product['name'] ) . '</td><td>' . esc_html( sente_price_text( $product ) ) . '</td><td>';
			echo '<code>[sente_members product="' . esc_html( (string) $product['id'] ) . '"]…[/sente_members]</code><br>';
			echo '<code>[sente_button product="' . esc_html( (string) $product['id'] ) . '"]</code></td></tr>';
		}
		echo '</tbody></table>';
	}
	sente_open_form( 'sente_ask_anew' );
	submit_button( __( 'Read the plans again', 'sente' ), 'secondary', 'sente_ask_anew_now' );
	echo '</form>';
}

function sente_show_disconnect_form(): void {
	echo '<h2>' . esc_html__( 'Disconnect', 'sente' ) . '</h2>';
	echo '<p>' . esc_html__( 'What is for members stays closed then. If you deactivate or delete this plugin instead, everybody can read it.', 'sente' ) . '</p>';
	sente_open_form( 'sente_disconnect' );
	submit_button( __( 'Disconnect', 'sente' ), 'delete', 'sente_disconnect_now' );
	echo '</form>';
}

/** The begin of a form whose act is in settings-acts.php, which checks the nonce. */
function sente_open_form( string $act ): void {
	echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '">';
	echo '<input type="hidden" name="action" value="' . esc_attr( $act ) . '">';
	// Each form has a field of its own name, since a page may have an id once.
	wp_nonce_field( $act, $act . '_nonce' );
}

function sente_show_field( string $name, string $label, string $type, string $value, string $example ): void {
	echo '<p><label for="' . esc_attr( $name ) . '">' . esc_html( $label ) . '</label><br>';
	echo '<input class="regular-text" id="' . esc_attr( $name ) . '" name="' . esc_attr( $name ) . '" type="' . esc_attr( $type ) . '" value="' . esc_attr( $value ) . '" placeholder="' . esc_attr( $example ) . '" autocomplete="off" required></p>';
}

function sente_show_copy( string $id, string $label, string $value ): void {
	echo '<p><label for="' . esc_attr( $id ) . '">' . esc_html( $label ) . '</label><br>';
	echo '<input class="large-text code" id="' . esc_attr( $id ) . '" type="text" value="' . esc_attr( $value ) . '" readonly></p>';
}

/** Members may be kept out: those who can put it right read why, wherever they are. */
function sente_show_trouble(): void {
	$trouble = (string) get_option( 'sente_trouble', '' );
	if ( '' === $trouble || ! sente_is_connected() || ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$sentences = sente_sentences();
	$why       = isset( $sentences[ $trouble ] ) ? $sentences[ $trouble ] : $sentences['refused'];
	/* translators: %s: a sentence that says what is wrong */
	$text = sprintf( __( 'Sente: %s Members whom it let in during the last day stay in; everybody else waits.', 'sente' ), $why );
	echo '<div class="notice notice-warning"><p>' . esc_html( $text ) . '</p></div>';
}

/** What an owner may copy into the privacy policy of the site. */
function sente_tell_of_privacy(): void {
	$text = __( 'When you are logged in and open a page for members, this site asks our payment service whether you have paid. It sends a number that stands for your account, and neither your name nor your address. When you press Subscribe, that number and your e-mail address go to the payment service with you. What it answered is kept with your account, and deleted with it.', 'sente' );
	wp_add_privacy_policy_content( 'Sente', '<p>' . esc_html( $text ) . '</p>' );
}
