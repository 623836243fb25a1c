<?php
/**
 * Plugin Name:       Sente Memberships
 * Description:       Sell memberships with your own Sente installation, by mobile money or card. Members see what is theirs; everybody else sees how to become one.
 * Version:           0.1.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * Author:            The Sente authors
 * License:           GPLv2 or later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       sente
 * Domain Path:       /languages
 *
 * @package Sente
 */

defined( 'ABSPATH' ) || exit;

define( 'SENTE_VERSION', '0.1.0' );
define( 'SENTE_FILE', __FILE__ );

require __DIR__ . '/includes/settings.php';
require __DIR__ . '/includes/api.php';
require __DIR__ . '/includes/access-rules.php';
require __DIR__ . '/includes/access.php';
require __DIR__ . '/includes/products.php';
require __DIR__ . '/includes/subscribe.php';
require __DIR__ . '/includes/box.php';
require __DIR__ . '/includes/protect.php';
require __DIR__ . '/includes/shortcodes.php';
require __DIR__ . '/includes/blocks.php';
require __DIR__ . '/includes/signature.php';
require __DIR__ . '/includes/webhook.php';

if ( is_admin() ) {
	require __DIR__ . '/admin/settings-page.php';
	require __DIR__ . '/admin/settings-acts.php';
	require __DIR__ . '/admin/meta-box.php';
}

// Before whatever else begins with init says something.
add_action( 'init', 'sente_load_texts', 1 );

/** The languages that come along; a translation from WordPress.org wins over them. */
function sente_load_texts(): void {
	load_plugin_textdomain( 'sente', false, dirname( plugin_basename( SENTE_FILE ) ) . '/languages' );
}
