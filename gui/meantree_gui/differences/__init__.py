"""What differs, a tab of the Compare page: findings, features and units that one system has more often."""
