<?php
/**
 * The owner deleted the plugin: nothing of it stays behind, on no site of the network.
 *
 * @package Sente
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

function sente_remove_all(): void {
	global $wpdb;
	foreach ( array( 'sente_settings', 'sente_seen', 'sente_trouble' ) as $option ) {
		delete_option( $option );
	}
	foreach ( array( 'sente_products', 'sente_pause' ) as $transient ) {
		delete_transient( $transient );
	}
	delete_metadata( 'post', 0, '_sente_protect', '', true );
	foreach ( array( 'sente_access', 'sente_back' ) as $option ) {
		delete_metadata( 'user', 0, $wpdb->get_blog_prefix() . $option, '', true );
	}
}

if ( is_multisite() ) {
	$sente_sites = get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	);
	foreach ( $sente_sites as $sente_site ) {
		switch_to_blog( $sente_site );
		sente_remove_all();
		restore_current_blog();
	}
} else {
	sente_remove_all();
}
