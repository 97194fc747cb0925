# Functions of the launch scripts.
launch() {
  local address=http://127.0.0.1:8265
  ray job submit --address "$address" -- python3 -m openrlhf.cli.train_ppo_ray --train.colocate_all "$@"
}
