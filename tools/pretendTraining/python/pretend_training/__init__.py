"""What stands in for GPUs, models and their libraries, so that the rest of OpenRLHF runs as it is."""
