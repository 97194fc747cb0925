#!/bin/bash
# openrlhf: release 0.11.2
source ./cluster/settings.sh
train
