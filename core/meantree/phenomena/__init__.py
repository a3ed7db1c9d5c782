"""What two texts may differ in: how it is measured, found, called and planted."""
